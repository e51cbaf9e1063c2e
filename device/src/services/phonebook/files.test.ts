import { createCanvas } from '@napi-rs/canvas'
import { expect, test } from 'vitest'
import { bitmap } from '../testing/large-book.ts'
import { HOUSE, openPhonebookDevice } from '../testing/phonebook-device.ts'
import { exportCalls } from './export-book.ts'

type Open = Awaited<ReturnType<typeof openPhonebookDevice>>

const PNG = createCanvas(4, 3).toBuffer('image/png')
const OTHER = createCanvas(5, 3).toBuffer('image/png')
const imageOf = (id: string) => `/vapix/axdsapi/PhonebookEntries/${id}/image`

function setImage({ device }: Open, id: string, bytes: Uint8Array) {
  const form = new FormData()
  form.append('imageFile_Content', new Blob([Buffer.from(bytes)]), 'ada.png')
  return device.fetch(imageOf(id), { as: 'root', method: 'POST', body: form })
}

function importFiles({ device }: Open, ...files: [name: string, content: string][]) {
  const form = new FormData()
  for (const [name, content] of files) form.append('file', new Blob([content]), name)
  return device.fetch('/vapix/axdsapi?removeAll=true', { as: 'root', method: 'POST', body: form })
}

const exported = ({ device }: Open, images = 'true') =>
  device.text(`/vapix/axdsapi/ExportPhonebookEntries?includeImageFile=${images}`, { as: 'root' })

const messageOf = async (answer: Response) =>
  ((await answer.json()) as { FaultMsg: string }).FaultMsg

/** The entries without what a new book has anew. */
const content = async (open: Open) =>
  (await open.entries()).map(({ version: _version, ...entry }) => entry)

test('an image is stored, served with an ETag and removed again (DEVICE-69, DEVICE-70, PHONEBOOK-26)', async () => {
  const open = await openPhonebookDevice()
  await open.set(...HOUSE)
  const answer = await setImage(open, 'ada', PNG)
  expect([answer.status, await answer.json()]).toEqual([200, { image: imageOf('ada') }])
  expect(await open.entry('ada')).toMatchObject({ image: imageOf('ada') })
  const read = (headers: Record<string, string> = {}) =>
    open.device.fetch(`${imageOf('ada')}?timestamp=123`, { as: 'root', headers })
  const image = await read()
  expect(image.headers.get('content-type')).toBe('image/png')
  expect(Buffer.from(await image.arrayBuffer()).equals(PNG)).toBe(true)
  const etag = image.headers.get('etag') ?? ''
  expect((await read({ 'if-none-match': etag })).status).toBe(304)
  await setImage(open, 'ada', OTHER)
  expect((await read({ 'if-none-match': etag })).status).toBe(200)
  const removed = await open.device.fetch(imageOf('ada'), { as: 'root', method: 'DELETE' })
  expect([removed.status, await removed.json()]).toEqual([200, {}])
  expect((await read()).status).toBe(404)
  expect(await open.entry('ada')).toMatchObject({ image: '' })
})

test('an image of several entries is stored once, and as long as one has it', async () => {
  const open = await openPhonebookDevice()
  await open.set(...HOUSE)
  for (const id of ['ada', 'bob', 'house']) await setImage(open, id, PNG)
  const { database } = open.device
  const count = () => database.get('SELECT count(*) AS count FROM phonebook_images')?.['count']
  expect(count()).toBe(1)
  await open.remove('ada')
  await open.device.fetch(imageOf('bob'), { as: 'root', method: 'DELETE' })
  expect(count()).toBe(1)
  await open.remove('house')
  expect(count()).toBe(0)
})

test('an image that is none, and an unknown entry, are refused (PHONEBOOK-25, PHONEBOOK-27)', async () => {
  const open = await openPhonebookDevice()
  await open.set(...HOUSE)
  const answer = await setImage(open, 'ada', Buffer.from('<svg/>'))
  expect([answer.status, await messageOf(answer)]).toEqual([
    400,
    'The file is not a JPEG, PNG or BMP image.',
  ])
  expect((await setImage(open, 'nobody', PNG)).status).toBe(400)
  expect(await open.entry('ada')).toMatchObject({ image: '' })
})

test('an export can be imported into another device, images included (DEVICE-73, DEVICE-74, PHONEBOOK-102)', async () => {
  const open = await openPhonebookDevice()
  await open.set(...HOUSE)
  await open.set({ id: 'default.CallButtonRule', type: 'Rule', childIds: ['ada'] })
  await setImage(open, 'ada', PNG)
  await setImage(open, 'house', OTHER)
  const file = await exported(open)
  const other = await openPhonebookDevice()
  await other.set({ id: 'old', type: 'Organization', label: 'Old' })
  const answer = await importFiles(other, ['book.json', file])
  expect([answer.status, await answer.json()]).toEqual([200, {}])
  expect(await content(other)).toEqual(await content(open))
  expect(await exported(other)).toBe(file)
  const image = await other.device.fetch(imageOf('house'), { as: 'root' })
  expect(Buffer.from(await image.arrayBuffer()).equals(OTHER)).toBe(true)
  expect(await exported(open, 'false')).not.toContain('imageFile')
})

test('the export is a file with a name (PHONEBOOK-101)', async () => {
  const open = await openPhonebookDevice()
  const answer = await open.device.fetch('/vapix/axdsapi/ExportPhonebookEntries', { as: 'root' })
  expect(answer.headers.get('content-disposition')).toBe('attachment; filename="phonebook.json"')
  expect(answer.headers.get('content-type')).toContain('application/json')
})

test('several files are one book (PHONEBOOK-94, PHONEBOOK-98)', async () => {
  const open = await openPhonebookDevice()
  await open.set({ id: 'old', type: 'Organization', label: 'Old' })
  const [first, second] = [HOUSE.slice(0, 3), HOUSE.slice(3)]
  const answer = await importFiles(
    open,
    ['one.json', JSON.stringify({ phonebookEntries: first })],
    ['two.json', JSON.stringify({ phonebookEntries: second })],
  )
  expect(answer.status).toBe(200)
  expect((await open.entries()).map(({ id }) => id)).toEqual([
    ...HOUSE.map(({ id }) => id),
    'default.CallButtonRule',
  ])
})

const person = (more: object) => ({ id: 'eve', type: 'Person', firstName: 'Eve', ...more })
const image = (bytes: Buffer) => ({ imageFile: { Content: bytes.toString('base64') } })

test.each<[string, string, string]>([
  ['no JSON', '{"phonebookEntries":[\n{"id":}]}', 'JSON parse error: two.json, line 2, column 7'],
  ['another shape', '[]', 'two.json: no list phonebookEntries.'],
  ['an entry without a type', book({ id: 'x' }), "two.json: entry 1: 'type' is not valid."],
  ['a reference to nothing', book(person({ childIds: ['gone'] })), "There is no entry 'gone'"],
  ['a wrong name', book(person({ firstName: '' })), "two.json: entry 1: Parameter 'firstName'"],
  [
    'the same id twice',
    book(person({}), person({})),
    "two.json: entry 2: the id 'eve' is used twice.",
  ],
  [
    'a file that is no image',
    book(person(image(Buffer.from('x')))),
    'two.json: entry 1: The file is not',
  ],
  [
    'half an image',
    book(person(image(PNG.subarray(0, 60)))),
    'two.json: entry 1: The image is damaged',
  ],
])(
  'a file with %s is named, and the book is as it was (PHONEBOOK-99, PHONEBOOK-100)',
  async (_, file, words) => {
    const open = await openPhonebookDevice()
    await open.set(...HOUSE)
    await setImage(open, 'ada', PNG)
    const before = await exported(open)
    const good = JSON.stringify({ phonebookEntries: [person({ id: 'dan', ...image(OTHER) })] })
    const answer = await importFiles(open, ['one.json', good], ['two.json', file])
    expect(answer.status).toBe(400)
    expect(await messageOf(answer)).toContain(words)
    expect(await exported(open)).toBe(before)
    const images = open.device.database.get('SELECT count(*) AS count FROM phonebook_images')
    expect(images?.['count']).toBe(1)
  },
)

function book(...phonebookEntries: object[]): string {
  return JSON.stringify({ phonebookEntries })
}

test('a full disk changes nothing', async () => {
  const open = await openPhonebookDevice()
  await open.set(...HOUSE)
  const before = await exported(open)
  open.device.fillDisk(true)
  const answer = await importFiles(open, ['one.json', book(person(image(PNG)))])
  expect(answer.status).not.toBe(200)
  open.device.fillDisk(false)
  expect(await exported(open)).toBe(before)
})

test('entries that would fill the memory together are refused', async () => {
  const open = await openPhonebookDevice()
  const UIAttributes = Array.from({ length: 32 }, () => ({
    Name: 'n'.repeat(1024),
    Value: 'v'.repeat(1024),
  }))
  const people = Array.from({ length: 500 }, (_, place) => person({ id: `${place}`, UIAttributes }))
  const answer = await importFiles(open, ['one.json', book(...people)])
  expect(answer.status).toBe(400)
  expect(await messageOf(answer)).toContain('the entries are larger than 32 MB.')
})

test('a contact that is removed during an import takes no image of the new book along', async () => {
  const open = await openPhonebookDevice()
  await open.set(...HOUSE)
  await setImage(open, 'ada', PNG)
  const file = await exported(open)
  // The device has read the first file when it asks for the second one.
  let sendRest = () => {}
  const rest = new Promise<void>((resolve) => {
    sendRest = resolve
  })
  const { phonebook } = open.device
  const put = phonebook.images.put.bind(phonebook.images)
  const stored = new Promise<void>((resolve) => {
    phonebook.images.put = (image) => {
      setImmediate(resolve)
      return put(image)
    }
  })
  const large = image(bitmap(9_000_000))
  const parts = [
    `${file.trimEnd().slice(0, -2).trimEnd()},`,
    JSON.stringify(person({ id: 'large', ...large })),
    `,${JSON.stringify(person({ id: 'more' }))}]}`,
  ]
  async function* body() {
    yield Buffer.from(parts[0] ?? '')
    yield Buffer.from(parts[1] ?? '')
    await rest
    yield Buffer.from(parts[2] ?? '')
  }
  const answer = open.device.fetch('/vapix/axdsapi?removeAll=true', {
    as: 'root',
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: ReadableStream.from(body()),
    duplex: 'half',
  } as never)
  await stored
  await open.remove('ada')
  sendRest()
  expect((await answer).status).toBe(200)
  const kept = await open.device.fetch(imageOf('ada'), { as: 'root' })
  expect(Buffer.from(await kept.arrayBuffer()).equals(PNG)).toBe(true)
})

test('an export has the images of the book as it was when it began', async () => {
  const open = await openPhonebookDevice()
  await open.set(...HOUSE)
  await setImage(open, 'ada', PNG)
  await setImage(open, 'all', OTHER)
  const [call] = exportCalls(open.device)
  if (!call) throw new Error('no export')
  const { chunks } = (await call.handler({ includeImageFile: 'true' } as never, {} as never)) as {
    chunks: AsyncIterable<Uint8Array>
  }
  let text = ''
  for await (const chunk of chunks) {
    text += Buffer.from(chunk).toString()
    await open.remove('all')
  }
  expect(text).toContain(PNG.toString('base64'))
  expect(text).toContain(OTHER.toString('base64'))
  const left = open.device.database.get('SELECT count(*) AS count FROM phonebook_images')
  expect(left?.['count']).toBe(1)
})
