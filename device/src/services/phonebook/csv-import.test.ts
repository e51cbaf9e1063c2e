import type { CsvImport } from '@lintel/contract/calls/phonebook-files'
import { expect, test } from 'vitest'
import { HOUSE, openPhonebookDevice } from '../testing/phonebook-device.ts'

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
