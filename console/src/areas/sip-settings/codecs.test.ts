import { expect, test } from 'vitest'
import { codecsIn, movedCodec, recordsOf, selectedOf, withCodec } from './codecs.ts'

const codec = (Name: string, SampleRate: number) => ({ Name, SampleRate, Options: '' })
const KNOWN = [
  codec('speex', 16_000),
  codec('PCMU', 8000),
  codec('G.722', 16_000),
  codec('speex', 8000),
]
const ids = (selected: string) => codecsIn(KNOWN, selected).map(({ id }) => id)

test('selected codecs come first in the user’s order, the others by name (SIPSET-11, SIPSET-12)', () => {
  expect(codecsIn(KNOWN, 'speex/8000')[0]).toEqual({
    id: 'speex/8000',
    name: 'speex',
    rate: 8000,
    selected: true,
  })
  expect(ids('speex/8000,PCMU/8000')).toEqual([
    'speex/8000',
    'PCMU/8000',
    'G.722/16000',
    'speex/16000',
  ])
  expect(ids('')).toEqual(['G.722/16000', 'PCMU/8000', 'speex/8000', 'speex/16000'])
})

test('a codec is selected at the end of the list, and moves among the selected ones', () => {
  const selected = withCodec('PCMU/8000', 'G.722/16000', true)
  expect(selected).toBe('PCMU/8000,G.722/16000')
  expect(movedCodec(selected, 'G.722/16000', 0)).toBe('G.722/16000,PCMU/8000')
  expect(withCodec(selected, 'PCMU/8000', false)).toBe('G.722/16000')
  expect(withCodec('PCMU/8000', 'PCMU/8000', false)).toBe('')
})

test('the device gets the records of the selected codecs, each once', () => {
  const records = recordsOf([...KNOWN, ...KNOWN], 'G.722/16000,PCMU/8000')
  expect(records).toEqual([codec('G.722', 16_000), codec('PCMU', 8000)])
  expect(selectedOf(records)).toBe('G.722/16000,PCMU/8000')
})
