import { expect, test } from 'vitest'
import { imageVersion } from './image-version.ts'

/** A file with these contents; jsdom's own can't be read as a stream. */
const fileOf = (body: BodyInit): Promise<Blob> => new Response(body).blob()

/** The start of an image: one file in an archive, zipped. */
async function image(name: string, content: string, rest = ''): Promise<Blob> {
  const header = new Uint8Array(512)
  const write = (text: string, at: number) => header.set(new TextEncoder().encode(text), at)
  write(name, 0)
  write(content.length.toString(8).padStart(11, '0'), 124)
  const archive = await fileOf(new TextDecoder().decode(header) + content + rest)
  return fileOf(archive.stream().pipeThrough(new CompressionStream('gzip')))
}

const MANIFEST = JSON.stringify({ format: 1, version: '9.79.12' })

test('the version is read from the first file of an image', async () => {
  const whole = await image('manifest.json', MANIFEST, 'x'.repeat(100_000))
  expect(await imageVersion(whole)).toBe('9.79.12')
})

test('other files have none', async () => {
  const others = [
    fileOf('no archive'),
    image('readme.txt', MANIFEST),
    image('manifest.json', '{'),
    image('manifest.json', '{"version":9}'),
    image('manifest.json', '{"version":"<b>"}'),
    image('manifest.json', MANIFEST).then((whole) => whole.slice(0, 40)),
  ]
  for (const other of others) expect(await imageVersion(await other)).toBeUndefined()
})
