import { expect, test } from 'vitest'
import { checkAdd, nameRule } from './add-clip.ts'

const MEGABYTE = 1 << 20
const fileOf = (name: string, size = 1) => {
  const file = new File([], name)
  Object.defineProperty(file, 'size', { value: size })
  return file
}
const problemOf = (file: File | null, largest = 10) =>
  checkAdd(largest, [])({ name: 'Bell', file }).errors.file

test.each(['a.wav', 'a.AU', 'a b.c.mp3'])('%s can be added (CLIPS-07)', (name) => {
  expect(problemOf(fileOf(name))).toBeUndefined()
})

test.each(['a.ogg', 'wav', 'a.wav.txt', '.'])('%s is not an audio file (CLIPS-07)', (name) => {
  expect(problemOf(fileOf(name))?.id).toBe('validation.invalidAudioFile')
})

test('a file is required (CLIPS-06)', () => {
  expect(problemOf(null)?.id).toBe('validation.errorRequired')
})

test('a file has at most as many megabytes as the device says (CLIPS-08)', () => {
  expect(problemOf(fileOf('a.wav', 10 * MEGABYTE))).toBeUndefined()
  expect(problemOf(fileOf('a.wav', 10 * MEGABYTE + 1))).toEqual({
    id: 'validation.errorAudioFileTooBig',
    values: { max: 10 },
  })
  expect(problemOf(fileOf('a.wav', 2 * MEGABYTE), 1.5)?.values).toEqual({ max: 1.5 })
})

const checkName = nameRule(['Alarm'])

test('a name is required, short and printable (CLIPS-05)', () => {
  expect(checkName(' ')?.id).toBe('validation.errorRequired')
  expect(checkName('a'.repeat(64))).toBeUndefined()
  expect(checkName('a'.repeat(65))?.id).toBe('validation.errorMaxCharacters')
  expect(checkName('a\nb')?.id).toBe('validation.errorInvalid')
})

test('a name that another clip has is refused', () => {
  expect(checkName(' alarm ')?.id).toBe('reader.nameExists')
  expect(checkName('Alarm 2')).toBeUndefined()
})
