import { act, fireEvent, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Column, List } from './list.tsx'
import { UNSORTED, useLocalList } from './list.tsx'
import { Table } from './table.tsx'
import { renderWithMessages } from './testing/render.tsx'

interface Person {
  id: string
  name: string
}

const people = (count: number): Person[] =>
  Array.from({ length: count }, (_, index) => ({ id: `p${index}`, name: `Person ${index}` }))

const COLUMNS: Column<Person>[] = [
  { id: 'name', head: 'Name', cell: ({ name }) => name, sortBy: ({ name }) => name },
  { id: 'edit', head: 'Edit', headHidden: true, cell: ({ id }) => <a href={`#/${id}`}>Edit</a> },
]

function People(props: { count: number; onOpen?: (row: Person) => void; selects?: boolean }) {
  const [rows, setRows] = useState(() => people(props.count))
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set())
  const list = useLocalList({ rows }, { columns: COLUMNS, filterBy: ({ name }) => name })
  return (
    <>
      <button type="button">Before</button>
      <Table
        caption="People"
        columns={COLUMNS}
        list={list}
        empty="Nobody yet."
        filterLabel="Find a person"
        {...(props.onOpen && { onOpen: props.onOpen })}
        {...(props.selects && {
          selection: {
            ids,
            onChange: setIds,
            label: ({ name }: Person) => `Select ${name}`,
            actions: <button type="button">Delete</button>,
          },
        })}
      />
      <button type="button">After</button>
      <button type="button" onClick={() => setRows(([, ...others]) => others)}>
        Drop the first
      </button>
    </>
  )
}

const focused = () => document.activeElement?.textContent ?? ''
const rowOf = (name: string) => screen.getByText(name).closest('tr') ?? document.body

test.each<[List<Person>, string]>([
  [{ view: UNSORTED, onView() {}, status: 'loading' }, 'Loading'],
  [{ view: UNSORTED, onView() {}, status: 'ready', count: 0, at: () => undefined }, 'Nobody yet.'],
  [
    {
      view: { sort: undefined, filter: 'x' },
      onView() {},
      status: 'ready',
      count: 0,
      at: () => undefined,
    },
    'Nothing found.',
  ],
  [
    {
      view: { sort: undefined, filter: 'x' },
      onView() {},
      status: 'ready',
      count: 0,
      at: () => undefined,
      stale: true,
    },
    'Loading',
  ],
])('a list without rows says why', (list, text) => {
  renderWithMessages(<Table caption="People" columns={COLUMNS} list={list} empty="Nobody yet." />)
  expect(screen.queryByRole('table')).toBeNull()
  expect(screen.getByText(text)).toBeTruthy()
})

test('a failed list shows the reason and can be retried', async () => {
  const retry = vi.fn<() => void>()
  const list = { view: UNSORTED, onView() {}, status: 'failed', fault: new Error(), retry } as const
  renderWithMessages(<Table caption="People" columns={COLUMNS} list={list} empty="Nobody yet." />)
  expect(screen.getByRole('alert').textContent).toContain('This could not be loaded.')
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect(retry).toHaveBeenCalledOnce()
})

test('a header sorts and shows the order', async () => {
  renderWithMessages(<People count={3} />)
  const head = screen.getByRole('columnheader', { name: 'Name' })
  const order = () => screen.getAllByRole('row').map((row) => row.textContent)
  expect(head.getAttribute('aria-sort')).toBeNull()
  await userEvent.click(within(head).getByRole('button'))
  expect(head.getAttribute('aria-sort')).toBe('ascending')
  await userEvent.click(within(head).getByRole('button'))
  expect(head.getAttribute('aria-sort')).toBe('descending')
  expect(order()[1]).toContain('Person 2')
  await userEvent.click(within(head).getByRole('button'))
  expect(head.getAttribute('aria-sort')).toBeNull()
  expect(order()[1]).toContain('Person 0')
})

test('a short list has no filter; a longer one shows how many entries match', async () => {
  renderWithMessages(<People count={10} />)
  expect(screen.queryByRole('searchbox')).toBeNull()
  renderWithMessages(<People count={30} />)
  await userEvent.type(screen.getByRole('searchbox', { name: 'Find a person' }), 'person 2')
  expect(screen.getAllByRole('status')[0]?.textContent).toBe('12 entries')
})

test('the filter stays while it is used, though few rows match', () => {
  // A paged list: the rows of the old view stay until those of the new one arrive.
  const list = (filter: string, count: number): List<Person> => ({
    view: { sort: undefined, filter },
    onView() {},
    status: 'ready',
    count,
    at: (index) => people(count)[index],
  })
  const table = (shown: List<Person>) => (
    <Table caption="People" columns={COLUMNS} list={shown} empty="None" filterLabel="Find" />
  )
  const { rerender } = renderWithMessages(table(list('', 30)))
  const filter = screen.getByRole('searchbox')
  act(() => filter.focus())
  rerender(table(list('person 2', 1)))
  rerender(table(list('', 1)))
  expect(document.activeElement).toBe(filter)
})

test('keys move between rows, Enter opens one, and the table is one tab stop', async () => {
  const opened = vi.fn<(row: Person) => void>()
  const user = userEvent.setup()
  renderWithMessages(<People count={9} onOpen={opened} />)
  expect(screen.getByRole('grid', { name: 'People' })).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Before' }))
  await user.tab()
  expect(focused()).toBe('Name')
  await user.tab()
  expect(document.activeElement).toBe(rowOf('Person 0'))
  await user.keyboard('{ArrowDown}{ArrowDown}{ArrowUp}')
  expect(document.activeElement).toBe(rowOf('Person 1'))
  await user.keyboard('{End}')
  expect(document.activeElement).toBe(rowOf('Person 8'))
  await user.keyboard('{ArrowDown}{Home}{PageDown}')
  expect(document.activeElement).toBe(rowOf('Person 8'))
  await user.keyboard('{ArrowUp}{Enter}')
  expect(opened).toHaveBeenLastCalledWith({ id: 'p7', name: 'Person 7' })
  // Through the controls of the row, then out of the table.
  await user.keyboard('{ArrowRight}')
  expect(focused()).toBe('Edit')
  await user.keyboard('{ArrowLeft}')
  expect(document.activeElement).toBe(rowOf('Person 7'))
  await user.tab()
  expect(focused()).toBe('Edit')
  await user.tab()
  expect(focused()).toBe('After')
  await user.tab({ shift: true })
  expect(document.activeElement).toBe(rowOf('Person 7'))
  await user.tab({ shift: true })
  expect(focused()).toBe('Name')
})

test('Tab returns to the row where the focus was, in either direction', async () => {
  const user = userEvent.setup()
  renderWithMessages(<People count={9} selects />)
  act(() => rowOf('Person 4').focus())
  act(() => screen.getByRole('button', { name: 'Name' }).focus())
  await user.tab()
  expect(document.activeElement).toBe(rowOf('Person 4'))
  act(() => screen.getByRole('button', { name: 'After' }).focus())
  await user.tab({ shift: true })
  expect(document.activeElement).toBe(rowOf('Person 4'))
})

const dropFirst = () => fireEvent.click(screen.getByText('Drop the first'))

test('the focus stays on its row when rows move, and Tab returns to it', async () => {
  const user = userEvent.setup()
  renderWithMessages(<People count={9} selects />)
  act(() => rowOf('Person 4').focus())
  dropFirst()
  expect(document.activeElement).toBe(rowOf('Person 4'))
  expect(rowOf('Person 4').tabIndex).toBe(0)
  await user.keyboard('{ArrowDown}')
  expect(document.activeElement).toBe(rowOf('Person 5'))
})

test('when the row with the focus is removed, the next one gets it', () => {
  renderWithMessages(<People count={2} selects />)
  act(() => rowOf('Person 0').focus())
  dropFirst()
  expect(document.activeElement).toBe(rowOf('Person 1'))
})

test('in a table without keyboard navigation the control in the next row gets the focus', () => {
  renderWithMessages(<People count={2} />)
  act(() => within(rowOf('Person 0')).getByRole('link').focus())
  dropFirst()
  expect(document.activeElement).toBe(within(rowOf('Person 1')).getByRole('link'))
})

test('the focus stays elsewhere when rows are removed', () => {
  renderWithMessages(<People count={3} selects />)
  act(() => rowOf('Person 0').focus())
  act(() => screen.getByText('After').focus())
  dropFirst()
  expect(document.activeElement?.textContent).toBe('After')
})

test('a click opens a row, but not on a control in it', async () => {
  const opened = vi.fn<(row: Person) => void>()
  renderWithMessages(<People count={3} onOpen={opened} />)
  await userEvent.click(within(rowOf('Person 1')).getByRole('link'))
  expect(opened).not.toHaveBeenCalled()
  await userEvent.click(screen.getByText('Person 1'))
  expect(opened).toHaveBeenCalledOnce()
})

test('Space selects, Shift with arrows extends the selection, checkboxes select too', async () => {
  const user = userEvent.setup()
  renderWithMessages(<People count={9} selects />)
  const selected = () =>
    screen
      .getAllByRole('row')
      .filter((row) => row.getAttribute('aria-selected') === 'true')
      .map((row) => row.firstElementChild?.nextElementSibling?.textContent)
  act(() => rowOf('Person 1').focus())
  await user.keyboard(' ')
  expect(selected()).toEqual(['Person 1'])
  await user.keyboard('{Shift>}{ArrowDown}{ArrowDown}{/Shift}')
  expect(selected()).toEqual(['Person 1', 'Person 2', 'Person 3'])
  await user.click(screen.getByRole('checkbox', { name: 'Select Person 2' }))
  expect(selected()).toEqual(['Person 1', 'Person 3'])
  expect(screen.getByText('2 selected')).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Delete' })).toBeTruthy()
  const all = screen.getByRole<HTMLInputElement>('checkbox', { name: 'Select all' })
  expect(all.indeterminate).toBe(true)
  await user.click(all)
  expect(selected()).toHaveLength(9)
  await user.click(screen.getByRole('button', { name: 'Clear selection' }))
  expect(selected()).toEqual([])
  // The button has disappeared.
  expect(document.activeElement).toBe(rowOf('Person 2'))
})

test('“Select all” changes only the rows that match the filter', async () => {
  const user = userEvent.setup()
  renderWithMessages(<People count={30} selects />)
  await user.click(screen.getByRole('checkbox', { name: 'Select Person 0' }))
  await user.type(screen.getByRole('searchbox'), 'person 2')
  const all = () => screen.getByRole('checkbox', { name: 'Select all' })
  await user.click(all())
  expect(screen.getByText('13 selected')).toBeTruthy()
  await user.click(all())
  expect(screen.getByText('1 selected')).toBeTruthy()
})

// A viewport of 640 px with rows of 40: happy-dom has no layout.
beforeEach(() => {
  vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockImplementation(function (
    this: HTMLElement,
  ) {
    return this.tagName === 'TR' ? 40 : this.tagName === 'THEAD' ? 0 : 640
  })
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(640)
  vi.spyOn(HTMLElement.prototype, 'scrollTo').mockImplementation(function (
    this: HTMLElement,
    to?: unknown,
  ) {
    this.scrollTop = (to as ScrollToOptions).top ?? 0
    this.dispatchEvent(new Event('scroll'))
  })
})
afterEach(() => {
  vi.restoreAllMocks()
})

test('of 10,000 rows only the visible ones are rendered, and keys reach the last one', async () => {
  const user = userEvent.setup()
  renderWithMessages(<People count={10_000} selects />)
  await screen.findByText('Person 0')
  const grid = screen.getByRole('grid')
  expect(grid.getAttribute('aria-rowcount')).toBe('10001')
  expect(screen.getAllByRole('row').length).toBeLessThan(60)
  act(() => rowOf('Person 0').focus())
  await user.keyboard('{End}')
  await screen.findByText('Person 9999')
  expect(rowOf('Person 9999').getAttribute('aria-rowindex')).toBe('10001')
  expect(document.activeElement).toBe(rowOf('Person 9999'))
  await user.keyboard('{ArrowUp} ')
  expect(rowOf('Person 9998').getAttribute('aria-selected')).toBe('true')
  await user.keyboard('{Home}')
  expect(document.activeElement).toBe(rowOf('Person 0'))
  expect(screen.getAllByRole('row').length).toBeLessThan(60)
})

test('a long list opened after another one shows its rows at once', async () => {
  const { unmount } = renderWithMessages(<People count={10_000} />)
  await screen.findByText('Person 0')
  unmount()
  renderWithMessages(<People count={10_000} />)
  expect(screen.getByText('Person 0')).toBeTruthy()
})
