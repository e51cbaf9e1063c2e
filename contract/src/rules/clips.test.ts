import { expect, test } from 'vitest'
import { CLIP_PROBLEMS, clipKindOf, clipNameOf, clipProblemOf } from './clips.ts'

test.each([
  ['door bell.wav', 'door bell'],
  ['a.b.mp3', 'a.b'],
  [`${'a'.repeat(80)}.wav`, 'a'.repeat(64)],
  [`${'a'.repeat(63)}🔔.wav`, 'a'.repeat(63)],
  ['one\ntwo.wav', 'onetwo'],
  ['.wav', ''],
])('the file %s names its clip %s (CLIPS-05)', (file, name) => {
  expect(clipNameOf(file)).toBe(name)
})

test('the extension says the kind of a file', () => {
  const names = ['a.wav', 'a.AU', 'a b.c.mp3', 'wav', 'a.wav.txt', '']
  expect(names.map(clipKindOf)).toEqual(['wav', 'au', 'mp3', undefined, undefined, undefined])
})

test('consoles find the problem of a file in the words of the device', () => {
  expect(clipProblemOf(CLIP_PROBLEMS.silent)).toBe('silent')
  expect(clipProblemOf('Something else.')).toBeUndefined()
  expect(new Set(Object.values(CLIP_PROBLEMS)).size).toBe(Object.keys(CLIP_PROBLEMS).length)
})
