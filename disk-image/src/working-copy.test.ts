/** In which order changes of a decrypted copy reach the encrypted image. */
import { open } from 'node:fs/promises'
import { expect, test, vi } from 'vitest'
import { formatLuks, payloadOffset, unlock } from './luks.ts'
import { missingPrograms } from './programs.ts'
import { blankImage, tempFolder } from './testing/images.ts'
import { openCopy } from './working-copy.ts'

const MISSING = missingPrograms(['cryptsetup'])

test('the program for these tests is there', ({ skip }) => {
  skip(MISSING.length > 0, `not installed: ${MISSING.join(', ')}`)
})

const real = test.skipIf(MISSING.length > 0)

const CHUNK = 256 << 10

/** The methods that all open files share. */
const METHODS = await (async () => {
  const handle = await open('/dev/null')
  await handle.close()
  return Object.getPrototypeOf(handle) as Record<string, (...args: unknown[]) => unknown>
})()

/**
 * Reports the positions of writes to files, and what makes them durable, in their order.
 * @returns stops that
 */
function noteWrites(note: (what: number | string) => void): () => void {
  const spies = ['write', 'datasync', 'sync'].map((name) => {
    const real = METHODS[name]
    return vi.spyOn(METHODS, name).mockImplementation(function (this: unknown, ...args) {
      note(name === 'write' ? Number(args[3]) : name)
      return real?.apply(this, args)
    })
  })
  return () => {
    for (const spy of spies) spy.mockRestore()
  }
}

/** A copy of a new image, and what is done to the image when it is saved. */
async function opened() {
  const image = await blankImage(16 << 20)
  await formatLuks(image, 'passphrase', { iterations: 1000 })
  const key = await unlock(image, 'passphrase')
  if (!key) throw new Error('The passphrase is wrong.')
  const offset = await payloadOffset(image)
  const copy = await openCopy(image, key, tempFolder())
  const save = async () => {
    const done: string[] = []
    const stopNoting = noteWrites((what) => {
      done.push(typeof what === 'string' ? what : `chunk ${(what - offset) / CHUNK}`)
    })
    await copy.save()
    stopNoting()
    return done
  }
  const put = async (chunk: number, text: string) => {
    const handle = await open(copy.path, 'r+')
    await handle.write(Buffer.from(text), 0, text.length, chunk * CHUNK)
    await handle.close()
  }
  return { copy, save, put }
}

real('what was never written is on the disk before what refers to it is changed', async () => {
  const { copy, save, put } = await opened()
  await put(0, 'a folder without files')
  expect(await save()).toEqual(['chunk 0', 'datasync', 'sync'])
  await put(0, 'a folder with a file')
  await put(5, 'the file')
  await put(3, 'another one')
  expect(await save()).toEqual(['chunk 3', 'chunk 5', 'datasync', 'chunk 0', 'sync'])
  await copy.close()
})

real('only what has changed since the last time is written', async () => {
  const { copy, save, put } = await opened()
  await put(7, 'text')
  expect(await save()).toEqual(['chunk 7', 'datasync', 'sync'])
  expect(await save()).toEqual(['datasync', 'sync'])
  await put(7, 'text')
  expect(await save()).toEqual(['datasync', 'sync'])
  await put(7, 'next')
  expect(await save()).toEqual(['datasync', 'chunk 7', 'sync'])
  await copy.close()
})
