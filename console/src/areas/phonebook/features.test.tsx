/** Which fields and columns of the phonebook a product has. */
import { FIXTURES } from '@lintel/contract/testing/console-routes'
import type { Fixture } from '@lintel/contract/testing/console-routes'
import type { Form, FormValues } from '@lintel/ui/form'
import { SettingsForm, useSettingsForm } from '@lintel/ui/form'
import type { List } from '@lintel/ui/list'
import { renderWithMessages } from '@lintel/ui/testing/render'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { screen } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, expect, test } from 'vitest'
import image from '../../../messages/image/en.json'
import phonebook from '../../../messages/phonebook/en.json'
import { capabilitiesQuery, parametersQuery } from '../../app/queries.ts'
import { me } from '../../app/session/me.ts'
import { CallGroupTable } from './call-group-table.tsx'
import { ContactFields } from './contact-fields.tsx'
import { ContactTable } from './contact-table.tsx'
import { newContact } from './contact-values.ts'
import { useFeatures } from './features.ts'
import { DeleteDialog } from './delete-dialog.tsx'
import { GroupFields } from './group-fields.tsx'
import { newGroup } from './group-values.ts'
import { onDisplayQuery } from './parts/queries.ts'

/** Renders as the console of a product does. */
function renderOn(number: string, element: ReactNode, more: Partial<Fixture> = {}): HTMLElement {
  const found = FIXTURES.find((one) => one.number === number)
  if (!found) throw new Error(`there is no ${number}`)
  const { type, display = false, callKeypad = false } = { ...found, ...more }
  // Nothing is read from a device.
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: Infinity } } })
  const values = new Map([
    ['root.Brand.ProdType', type],
    ['root.Brand.ProdNbr', number],
  ])
  client.setQueryData(parametersQuery('admin').queryKey, { values, missing: [] })
  client.setQueryData(capabilitiesQuery.queryKey, { display, callKeypad })
  client.setQueryData(onDisplayQuery.queryKey, [])
  me.set({ user: 'root', groups: ['admin'] })
  const { container } = renderWithMessages(
    <QueryClientProvider client={client}>{element}</QueryClientProvider>,
    'en',
    [image, phonebook],
  )
  return container
}

afterEach(() => me.set(undefined))

function InForm<V extends FormValues>(props: {
  values: V
  children: (form: Form<V>) => ReactNode
}) {
  const form = useSettingsForm<V>({ values: props.values, save: () => Promise.resolve() })
  return (
    <SettingsForm form={form} label="Form">
      {props.children(form)}
    </SettingsForm>
  )
}

function ContactForm() {
  const features = useFeatures()
  const state = {
    contact: undefined,
    fallback: undefined,
    organisation: undefined,
    departments: [],
  }
  return (
    <InForm values={newContact('')}>
      {(form) => <ContactFields {...{ form, state, features }} />}
    </InForm>
  )
}

function GroupForm() {
  const features = useFeatures()
  const state = { group: undefined, children: [], organisation: undefined }
  return (
    <InForm values={newGroup('')}>
      {(form) => <GroupFields {...{ form, state, features }} own="all" />}
    </InForm>
  )
}

const fieldsOf = (container: HTMLElement) =>
  Array.from(container.querySelectorAll('[name]'), (field) => field.getAttribute('name'))

test.each([
  ['A8307-E', ['firstName', 'lastName', 'speedDial', 'image']],
  ['A8207-VE', ['firstName', 'lastName', 'speedDial', 'department', 'image']],
  ['I8016-LVE', ['firstName', 'lastName', 'department', 'image']],
  ['A8105-E', ['firstName', 'lastName', 'department', 'image']],
])(
  'on %s the form of a contact has the fields %j (PHONEBOOK-30, PHONEBOOK-31, OPEN-53)',
  (number, fields) => {
    expect(fieldsOf(renderOn(number, <ContactForm />))).toEqual(fields)
  },
)

test.each([
  ['A8307-E', ['label', 'onDisplay', 'speedDial', 'image']],
  ['A8207-VE', ['label', 'speedDial', 'image']],
  ['I8016-LVE', ['label', 'image']],
  ['A8105-E', ['label', 'image']],
])('on %s the form of a call group has the fields %j (PHONEBOOK-57, OPEN-66)', (number, fields) => {
  expect(fieldsOf(renderOn(number, <GroupForm />))).toEqual(fields)
})

/** A list of one row, in which everything is empty. */
const listOf = <T extends object>(more: T) => {
  const row = {
    id: '1',
    version: '1',
    entry: 'one',
    image: '',
    keyTrigger: '',
    collidesWith: [],
    organisation: '',
    organisationLabel: '',
    ...more,
  }
  return {
    view: { sort: undefined, filter: '' },
    onView: () => undefined,
    status: 'ready',
    count: 1,
    at: () => row,
  } satisfies List<typeof row>
}

const heads = () => screen.getAllByRole('columnheader').map(({ textContent }) => textContent)

test.each([
  ['a keypad and a display', true, true, ['Speed dial', 'Name', 'Button on display']],
  ['a keypad alone', true, false, ['Speed dial', 'Name']],
  ['a display alone', false, true, ['Name', 'Button on display']],
])(
  'with %s the table of call groups has its columns (PHONEBOOK-66, PHONEBOOK-67, OPEN-66)',
  (_, callKeypad, display, columns) => {
    const list = listOf({ label: 'All', onDisplay: true })
    renderOn('A8207-VE', <CallGroupTable list={list} />, { callKeypad, display })
    expect(heads()).toEqual(['Image', ...columns, 'Edit'])
  },
)

test.each([
  ['A8307-E', ['Speed dial', 'First name', 'Last name']],
  ['A8207-VE', ['Speed dial', 'First name', 'Last name', 'Department']],
  ['A8105-E', ['First name', 'Last name', 'Department']],
])('on %s the table of contacts has the columns %j (PHONEBOOK-52, OPEN-53)', (number, columns) => {
  const list = listOf({ firstName: 'Ada', lastName: '', department: '' })
  renderOn(number, <ContactTable list={list} empty="" />)
  expect(heads()).toEqual(['Image', ...columns, 'Edit'])
})

test('the table of contacts marks whose schedule is gone', () => {
  const list = listOf({
    firstName: 'Ada',
    lastName: '',
    department: '',
    scheduleGone: true,
  } as const)
  renderOn('A8105-E', <ContactTable list={list} empty="" />)
  expect(screen.getByText('A schedule is missing').closest('td')?.textContent).toMatch(/^Ada/)
})

test.each([
  [['ada'], /The department Sales is empty then/],
  [['ada', 'bob'], /no longer call this contact\.Cancel/],
])(
  'the question before a contact is deleted says whether its department with %j goes too',
  (childIds, said) => {
    const department = { id: 'sales', type: 'Group', label: 'Sales', childIds, image: '' } as const
    renderOn(
      'A8105-E',
      <DeleteDialog
        kind="contact"
        id="ada"
        owned={[]}
        department={department}
        name="Ada"
        open
        back="/phonebook"
        onClose={() => undefined}
      />,
    )
    expect(screen.getByRole('alertdialog').textContent).toMatch(said)
  },
)
