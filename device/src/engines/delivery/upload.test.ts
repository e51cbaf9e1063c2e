import { expect, test } from 'vitest'
import { fileNameOf, namesIn, putWhole } from './upload.ts'

/** A folder whose server refuses what is listed, and the commands that it got. */
function folder(refuses: readonly string[]) {
  const commands: string[] = []
  const left = [...refuses]
  async function command(words: string): Promise<string> {
    commands.push(words)
    const at = left.indexOf(words)
    if (at >= 0) {
      left.splice(at, 1)
      throw new Error(`no ${words}`)
    }
    return `done ${words}`
  }
  return {
    commands,
    server: {
      put: (name: string) => command(`put ${name}`),
      rename: (from: string, to: string) => command(`rename ${from} ${to}`),
      remove: (name: string) => command(`remove ${name}`),
    },
  }
}

const PUT = 'put 1.jpg.part'
const RENAME = 'rename 1.jpg.part 1.jpg'

test('a file is renamed when it is complete', async () => {
  const { commands, server } = folder([])
  expect(await putWhole('1.jpg', server)).toBe(`done ${RENAME}`)
  expect(commands).toEqual([PUT, RENAME])
})

test('a server that replaces no file has the old one deleted', async () => {
  const { commands, server } = folder([RENAME])
  expect(await putWhole('1.jpg', server)).toBe(`done ${RENAME}`)
  expect(commands).toEqual([PUT, RENAME, 'remove 1.jpg', RENAME])
})

test.each([
  ['the part', [PUT], [PUT], PUT],
  ['the name', [RENAME, RENAME], [PUT, RENAME, 'remove 1.jpg', RENAME], RENAME],
  ['the name and the old file', [RENAME, 'remove 1.jpg'], [PUT, RENAME, 'remove 1.jpg'], RENAME],
  [
    'everything',
    [RENAME, 'remove 1.jpg', 'remove 1.jpg.part'],
    [PUT, RENAME, 'remove 1.jpg'],
    RENAME,
  ],
])('a server that refuses %s keeps no part', async (_, refuses, before, why) => {
  const { commands, server } = folder(refuses)
  await expect(putWhole('1.jpg', server)).rejects.toThrow(`no ${why}`)
  expect(commands).toEqual([...before, 'remove 1.jpg.part'])
})

test('the names of a path', () => {
  expect(namesIn('/a//b\\./c.jpg')).toEqual(['a', 'b', 'c.jpg'])
  expect(fileNameOf('a/b.jpg')).toBe('b.jpg')
  expect(fileNameOf('')).toBe('')
  for (const path of ['..', 'a/../b', 'a\\..\\b', 'a\nb', 'a\0']) {
    expect(() => namesIn(path)).toThrow('This path is not possible.')
  }
})
