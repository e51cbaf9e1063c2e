import type { CsvImport } from '@lintel/contract/calls/phonebook-files'
import { productCalled } from '@lintel/contract/products/products'
import { expect, test } from 'vitest'
import { HOUSE, openPhonebookDevice } from '../testing/phonebook-device.ts'
import { openCsvBook } from './csv-book.ts'

type Open = Awaited<ReturnType<typeof openPhonebookDevice>>

async function send({ device }: Open, path: string, csv: string | Buffer) {
  const form = new FormData()
  form.append('file', new Blob([csv]), 'people.csv')
  const answer = await device.fetch(path, { as: 'root', method: 'POST', body: form })
  const body = (await answer.json()) as CsvImport & { FaultMsg: string }
  return { status: answer.status, body }
}
const preview = (open: Open, csv: string | Buffer) =>
  send(open, '/lintel/phonebook/csv/preview', csv)
const take = (open: Open, csv: string, version: string) =>
  send(open, `/lintel/phonebook/csv?${new URLSearchParams({ version }).toString()}`, csv)

const FILE = `organisation,department,firstName,lastName,speedDial,address,account
House,Labs,Ada,Lovelace,1,sip:ada@127.0.0.1,
House,Labs,Grace,Hopper,4,sip:grace@127.0.0.1,Peer-to-peer
Yard,,"Müller, Max",,5,,
House,,bob,,2,,
House,,,,6,,
House,,Eve,,1,,
House,,Dan,,1a,a b,nobody
House,,Grace,Hopper,7,,
`

test('a preview says what would be added, changed and refused, and why, and changes nothing', async () => {
  const open = await openPhonebookDevice()
  await open.set(...HOUSE)
  const before = await open.entries()
  const { status, body } = await preview(open, FILE)
  expect(status).toBe(200)
  expect(body).toMatchObject({ add: 2, change: 2, same: 0, refuse: 4, organisations: ['Yard'] })
  const rows = body.rows.map(({ line, action, changes, problems }) => [
    line,
    action,
    changes.join(' '),
    problems.map(({ column, problem }) => `${column} ${problem.id}`).join(', '),
  ])
  expect(rows).toEqual([
    [6, 'refuse', '', 'firstName validation.errorRequired'],
    [7, 'refuse', '', 'speedDial phonebook.keyTriggerExists'],
    [8, 'refuse', '', 'speedDial phonebook.invalidPhoneNumber, account sip.noSuchAccount'],
    [9, 'refuse', '', 'line phonebook.csvRepeated'],
    [3, 'add', '', ''],
    [4, 'add', '', ''],
    [2, 'change', 'department', ''],
    [5, 'change', 'department firstName', ''],
  ])
  expect(await open.entries()).toEqual(before)
})

test('an import does what its preview said, unless the book has changed since', async () => {
  const open = await openPhonebookDevice()
  await open.set(...HOUSE)
  const { body } = await preview(open, FILE)
  expect((await take(open, FILE, 'old')).status).toBe(412)
  expect((await take(open, FILE, body.version)).body).toMatchObject({ add: 2, change: 2 })
  const people = await open.list('contacts', { sort: 'firstName' })
  expect(
    people.items.map((one) => [one['firstName'], one['organisationLabel'], one['department']]),
  ).toEqual([
    ['Ada', 'House', 'Labs'],
    ['bob', 'House', ''],
    ['Grace', 'House', 'Labs'],
    ['Müller, Max', 'Yard', ''],
  ])
  expect(await open.entry('ada')).toMatchObject({ childIds: ['ada-fallback'], keyTrigger: '1' })
  const again = await preview(open, FILE)
  expect(again.body).toMatchObject({ add: 0, change: 0, same: 4, refuse: 4 })
})

test('spreadsheets write other separators, names of columns and characters', async () => {
  const open = await openPhonebookDevice()
  const latin = Buffer.from('Surname;First name;Number\r\nMüller;Jörg;12\r\n', 'latin1')
  expect((await preview(open, latin)).body.rows).toMatchObject([
    { action: 'add', values: { lastName: 'Müller', firstName: 'Jörg', speedDial: '12' } },
  ])
  const tabs = '\u{feff}firstName\tnote\nAda\tx\n\nBob\ty'
  expect((await preview(open, tabs)).body).toMatchObject({ add: 2 })
})

test.each([
  ['no name column', 'a,b\n1,2\n', 'firstName'],
  ['an open quotation mark', 'firstName\n"Ada\n', 'line 2'],
  ['nothing', '', 'firstName'],
])('a file with %s is refused in words', async (_, csv, words) => {
  const open = await openPhonebookDevice()
  const { status, body } = await preview(open, csv)
  expect(status).toBe(400)
  expect(body.FaultMsg).toContain(words)
})

test('a row whose contact has a call that nobody can make is refused, and the others are imported', async () => {
  const open = await openPhonebookDevice()
  const [first] = open.device.sipAccounts.all()
  const calls = (accountid: string, address: string) => ({
    callInformation: [{ type: 'SIP', address, accountid }],
  })
  open.device.phonebook.set(
    [
      { id: 'ada', type: 'Person', firstName: 'Ada', keyTrigger: '1' },
      // As files of other devices have it, and accounts that were changed since.
      { id: 'bob', type: 'Person', firstName: 'Bob', keyTrigger: '2' },
      { id: 'eve', type: 'Person', firstName: 'Eve', keyTrigger: '3' },
    ].map((one, place) => ({
      ...one,
      type: 'Person' as const,
      ...([{}, calls('gone', 'sip:bob@127.0.0.1'), calls(first?.Id ?? '', 'no address')][
        place
      ] as object),
    })),
    () => {},
  )
  const file = 'firstName,speedDial,address\nAda,11,\nBob,12,\nEve,13,\nDan,14,sip:dan@127.0.0.1\n'
  const { body } = await preview(open, file)
  const rows = body.rows.map(({ action, values, problems }) => [
    values.firstName,
    action,
    ...problems.map(({ column, problem }) => `${column} ${problem.id}`),
  ])
  expect(rows).toEqual([
    ['Bob', 'refuse', 'account sip.noSuchAccount'],
    ['Eve', 'refuse', 'address sip.callAddress'],
    ['Dan', 'add'],
    ['Ada', 'change'],
  ])
  expect(await take(open, file, body.version)).toMatchObject({
    status: 200,
    body: { add: 1, change: 1, refuse: 2 },
  })
  // Without a change, nothing is refused; with another address, only what the row leaves.
  const same = 'firstName,address\nBob,\nEve,sip:eve@127.0.0.1\n'
  expect((await preview(open, same)).body).toMatchObject({ same: 1, change: 1 })
})

test('an organisation that is new has nobody in it yet, whatever the ids of others', async () => {
  const open = await openPhonebookDevice()
  await open.set(
    { id: '-', type: 'Organization', label: 'Dash' },
    { id: 'ada', type: 'Person', firstName: 'Ada', keyTrigger: '1', organisationId: '-' },
  )
  const { body } = await preview(open, 'organisation,firstName,speedDial\nYard,Ada,2\n')
  expect(body).toMatchObject({ add: 1, change: 0, organisations: ['Yard'] })
})

test('of a file with too many rows, only as many are read as it takes to tell', async () => {
  const open = await openPhonebookDevice()
  const rows = `firstName\n${'Ada\n'.repeat(20_001)}`
  const answer = await preview(open, rows)
  expect(answer.body.FaultMsg).toBe('The file has more than 20000 rows.')
  // What comes after them is not even looked at.
  expect((await preview(open, `${rows}"open`)).body).toEqual(answer.body)
})

test('ten thousand contacts leave one department in an instant', () => {
  const people = Array.from({ length: 10_000 }, (_, place) => `person-${place}`)
  const entries = [
    { entry: 'house', type: 'Organization', label: 'House' },
    { entry: 'labs', type: 'Group', label: 'Labs', organisation: 'house' },
    ...people.map((firstName, place) => ({
      entry: firstName,
      type: 'Person',
      firstName,
      lastName: '',
      keyTrigger: String(place),
      organisation: 'house',
      record: {},
    })),
  ]
  const book = openCsvBook({
    phonebook: {
      all: ({ type }: { type: string }) => entries.filter((one) => one.type === type),
      childrenOf: () => people,
    },
    sipAccounts: { all: () => [] },
    product: productCalled('A8307-E'),
  } as never)
  const began = process.cpuUsage()
  const actions = people.map((firstName, place) => {
    const values = { organisation: 'House', department: 'Office', firstName, lastName: '' }
    return book.take({ line: place + 2, values }).action
  })
  const { user } = process.cpuUsage(began)
  expect(new Set(actions)).toEqual(new Set(['change']))
  expect(user / 1000).toBeLessThan(1000)
})
