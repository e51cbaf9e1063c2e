import type { DtmfTrigger } from '@lintel/contract/calls/dtmf-triggers'
import { expect, test } from 'vitest'
import { checkTrigger } from './checks.ts'

const VALUES = { name: 'Gate', code: '*1', account: '', port: '1', seconds: '3' }
const OTHER: DtmfTrigger = {
  id: '7',
  version: '1',
  name: 'Door',
  code: '12A#',
  account: '',
  port: 1,
  pulse: 3000,
}

test.each([
  [{}, {}],
  [{ name: ' ' }, { name: { id: 'validation.errorRequired' } }],
  [
    { name: 'x'.repeat(65) },
    { name: { id: 'validation.errorMaxCharacters', values: { max: 64 } } },
  ],
  [{ code: '' }, { code: { id: 'dtmf.codeWrong' } }],
  [{ code: '12E' }, { code: { id: 'dtmf.codeWrong' } }],
  [{ code: '1'.repeat(17) }, { code: { id: 'dtmf.codeWrong' } }],
  [{ code: ' 12a# ' }, { code: { id: 'dtmf.codeTaken' } }],
  [{ code: '12ab' }, {}],
  [{ seconds: '0,1' }, {}],
  [{ seconds: '600' }, {}],
  [
    { seconds: '0.05' },
    { seconds: { id: 'validation.errorBetween', values: { min: 0.1, max: 600 } } },
  ],
  [
    { seconds: '601' },
    { seconds: { id: 'validation.errorBetween', values: { min: 0.1, max: 600 } } },
  ],
  [{ seconds: 'long' }, { seconds: { id: 'validation.errorNaN' } }],
])('of a trigger with %j is wrong: %j', (change, wrong) => {
  expect(checkTrigger({ ...VALUES, ...change }, [OTHER])).toEqual(wrong)
})
