import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { ReactNode } from 'react'
import { useState } from 'react'
import { expect, test, vi } from 'vitest'
import { ReorderList } from './reorder-list.tsx'
import { renderWithMessages } from './testing/render.tsx'

interface OrderProps {
  initial?: string[]
  renderActions?: (item: { id: string }) => ReactNode
  empty?: string
  onMove?: (id: string, to: number) => void
  first?: number
  movable?: number
}

const ALL = ['desk', 'mobile', 'reception']

function Order({ onMove, initial = ALL, ...rest }: OrderProps) {
  const [items, setItems] = useState(initial.map((id) => ({ id })))
  return (
    <ReorderList
      {...rest}
      label="How Ada is reached"
      items={items}
      nameOf={({ id }) => id}
      onMove={(id, to) => {
        onMove?.(id, to)
        setItems((was) => was.filter((item) => item.id !== id).toSpliced(to, 0, { id }))
      }}
    >
      {({ id }) => <b>{id}</b>}
    </ReorderList>
  )
}

const order = () => screen.getAllByRole('listitem').map((row) => row.textContent)
const button = (name: string) => screen.getByRole('button', { name })

test('buttons move a row, keep the focus, and announce the new position', async () => {
  const user = userEvent.setup()
  renderWithMessages(<Order />)
  expect(screen.getByRole('list', { name: 'How Ada is reached' })).toBeTruthy()
  await user.click(button('Move reception up'))
  expect(order()).toEqual(['desk', 'reception', 'mobile'])
  expect(screen.getByRole('status').textContent).toBe('reception: now 2 of 3.')
  expect(document.activeElement).toBe(button('Move reception up'))
  await user.keyboard('{Enter}')
  expect(order()).toEqual(['reception', 'desk', 'mobile'])
  expect(document.activeElement).toBe(button('Move reception up'))
  await user.click(button('Move reception down'))
  await user.keyboard(' ')
  expect(order()).toEqual(['desk', 'mobile', 'reception'])
  expect(document.activeElement).toBe(button('Move reception down'))
})

test('the first row can’t move up nor the last one down, and their buttons say so', async () => {
  const moved = vi.fn<(id: string, to: number) => void>()
  renderWithMessages(<Order onMove={moved} />)
  for (const name of ['Move desk up', 'Move reception down']) {
    expect(button(name).getAttribute('aria-disabled')).toBe('true')
    await userEvent.click(button(name))
  }
  expect(button('Move desk down').getAttribute('aria-disabled')).toBe('false')
  expect(moved).not.toHaveBeenCalled()
})

test('rows after those that can be moved have no buttons and don’t count', async () => {
  renderWithMessages(<Order movable={2} />)
  expect(screen.queryByRole('button', { name: /reception/ })).toBeNull()
  expect(button('Move mobile down').getAttribute('aria-disabled')).toBe('true')
  await userEvent.click(button('Move mobile up'))
  expect(order()).toEqual(['mobile', 'desk', 'reception'])
  expect(screen.getByRole('status').textContent).toBe('mobile: now 1 of 2.')
})

test('a row before those that can be moved has no buttons and doesn’t count', async () => {
  const moved = vi.fn<(id: string, to: number) => void>()
  renderWithMessages(<Order first={1} onMove={moved} />)
  expect(screen.queryByRole('button', { name: /desk/ })).toBeNull()
  expect(button('Move mobile up').getAttribute('aria-disabled')).toBe('true')
  await userEvent.click(button('Move reception up'))
  expect(moved.mock.calls).toEqual([['reception', 1]])
  expect(order()).toEqual(['desk', 'reception', 'mobile'])
  expect(screen.getByRole('status').textContent).toBe('reception: now 1 of 2.')
})

test('a row has buttons of its own, and an empty list says so', async () => {
  const user = userEvent.setup()
  const remove = vi.fn<(id: string) => void>()
  const actions = ({ id }: { id: string }) => (
    <button type="button" onClick={() => remove(id)}>
      Remove {id}
    </button>
  )
  const { unmount } = renderWithMessages(<Order renderActions={actions} empty="Nobody is rung." />)
  await user.click(button('Remove mobile'))
  expect(remove.mock.calls).toEqual([['mobile']])
  expect(screen.queryByText('Nobody is rung.')).toBeNull()
  unmount()
  renderWithMessages(<Order initial={[]} empty="Nobody is rung." />)
  expect(screen.getByText('Nobody is rung.')).toBeTruthy()
  expect(screen.queryByRole('list')).toBeNull()
})
