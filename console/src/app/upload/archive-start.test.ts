import { expect, test } from 'vitest'
import { textsIn } from './archive-start.ts'

/** A file with these contents; the DOM's own can't be read as a stream. */
const fileOf = (body: BodyInit): Promise<Blob> => new Response(body).blob()

/** A gzipped tar archive of these files, as text. */
async function archive(files: readonly (readonly [name: string, content: string])[]) {
  let text = ''
  for (const [name, content] of files) {
    const header = name.padEnd(124, '\0') + content.length.toString(8).padStart(11, '0')
    text += header.padEnd(512, '\0') + content.padEnd(Math.ceil(content.length / 512) * 512, '\0')
  }
  const plain = await fileOf(text)
  return fileOf(plain.stream().pipeThrough(new CompressionStream('gzip')))
}

test('files are found wherever they are at the start', async () => {
  const file = await archive([
    ['program', 'x'.repeat(200_000)],
    ['./manifest.json', '{}'],
    ['empty', ''],
    ['package.conf', 'APPNAME="bell"\n'],
    ['late', 'x'.repeat(10)],
  ])
  const texts = await textsIn(file, ['manifest.json', 'package.conf'])
  expect(Object.fromEntries(texts)).toEqual({
    'manifest.json': '{}',
    'package.conf': 'APPNAME="bell"\n',
  })
})

test('a file that has to come first is not looked for behind another one', async () => {
  const file = await archive([
    ['readme.txt', 'hello'],
    ['manifest.json', '{}'],
  ])
  expect((await textsIn(file, ['manifest.json'], { only: true })).size).toBe(0)
})

test('what comes too late, or is too long, is not read', async () => {
  const late = await archive([
    ['program', 'x'.repeat(9 * 1024 * 1024)],
    ['manifest.json', '{}'],
  ])
  expect((await textsIn(late, ['manifest.json'])).size).toBe(0)
  const long = await archive([['manifest.json', 'x'.repeat(2 * 1024 * 1024)]])
  expect((await textsIn(long, ['manifest.json'])).size).toBe(0)
})

test('other files have none', async () => {
  const whole = await archive([['manifest.json', '{}']])
  for (const other of [await fileOf('no archive'), await fileOf(''), whole.slice(0, 20)]) {
    expect((await textsIn(other, ['manifest.json'])).size).toBe(0)
  }
})
