import { expect, test } from 'vitest'
import { extensionsIn, isAccepted, refusalOf } from './dropped-files.ts'

const file = (name: string, type = '', size = 10) => ({ name, type, size })
const NONE = new Set<string>()

test.each([
  ['clip.wav', '', '.wav,.mp3', true],
  ['CLIP.WAV', '', '.wav,.mp3', true],
  ['clip.wav.txt', '', '.wav', false],
  ['key', 'text/xml', '.xml,text/xml', true],
  ['picture.bin', 'image/png', 'image/*', true],
  ['picture.bin', 'imagex/png', 'image/*', false],
  ['anything', '', '', true],
  ['anything', '', undefined, true],
])('%s of type "%s" at %j: %s', (name, type, accept, accepted) => {
  expect(isAccepted({ name, type }, accept)).toBe(accepted)
})

test('people read the extensions, not the media types', () => {
  expect(extensionsIn('.csv, text/csv,.TXT')).toEqual(['.csv', '.txt'])
})

test('a zone for one file refuses several', () => {
  const two = [file('a.csv'), file('b.csv')]
  expect(refusalOf(two, NONE, { multiple: false })).toEqual({ why: 'several' })
  expect(refusalOf(two, NONE, { multiple: true })).toBeUndefined()
})

test('of several files the first wrong one is named', () => {
  const rule = { multiple: true, accept: '.json', largest: 10 }
  const files = [file('a.json'), file('b.txt'), file('c.txt')]
  expect(refusalOf(files, NONE, rule)).toEqual({ why: 'wrongKind', name: 'b.txt' })
  expect(refusalOf([file('a.json', '', 11)], NONE, rule)).toEqual({
    why: 'tooLarge',
    name: 'a.json',
    size: 11,
  })
  expect(refusalOf([file('a.json')], new Set(['a.json']), rule)).toEqual({
    why: 'folder',
    name: 'a.json',
  })
})
