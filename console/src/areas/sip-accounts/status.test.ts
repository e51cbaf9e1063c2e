import { CERTIFICATE_MISSING } from '@lintel/contract/calls/sip-accounts'
import type { ListedSipAccount } from '@lintel/contract/calls/sip-accounts'
import { expect, test } from 'vitest'
import { newAccount, recordOf } from './account-values.ts'
import { callReason, groupOf, registerReason, rowsOf, standingOf } from './status.ts'

const account = (Id: string, change: Partial<ListedSipAccount> = {}): ListedSipAccount => ({
  ...recordOf({ ...newAccount, domain: 'pbx' }, undefined, true),
  Id,
  ...change,
})

const status = (Status: number) => ({
  SIPURI: `sip:${Status}@pbx`,
  IsDefault: false,
  RegURI: '',
  Status,
  StatusText: '',
})

test('each group of codes is one of its own (SIPACC-07, SIPACC-08, SIPACC-09)', () => {
  expect([0, 100, 199, 200, 302].map(groupOf)).toEqual(['local', 'trying', 'trying', 'ok', 'moved'])
})

test('refusals and failures are two groups (SIPACC-10, SIPACC-11, OPEN-74)', () => {
  expect([399, 400, 499, 500, 503, 603].map(groupOf)).toEqual([
    'moved',
    'refused',
    'refused',
    'failed',
    'failed',
    'failed',
  ])
})

test('accounts get their status by id, or by place where it has none (SIPACC-12, OPEN-73)', () => {
  const accounts = [account('a'), account('b')]
  const named = rowsOf(accounts, [
    { ...status(200), SIPAccountId: 'b' },
    { ...status(403), SIPAccountId: 'a' },
  ])
  expect(named.map((row) => row.status?.Status)).toEqual([403, 200])
  const placed = rowsOf(accounts, [status(100), status(404)])
  expect(placed.map((row) => row.status?.Status)).toEqual([100, 404])
  // One of an account that is not in the list is nobody's.
  expect(rowsOf(accounts, [{ ...status(200), SIPAccountId: 'c' }])[0]?.status).toBeUndefined()
})

test('code 0 says why there is no registration', () => {
  const standing = (change: Partial<ListedSipAccount>, sipOn: boolean | undefined, code = 0) =>
    standingOf({ id: 'a', account: account('a', change), status: status(code) }, sipOn)
  expect(standing({ PublicDomain: '' }, true)).toBe('local')
  expect(standing({ Enabled: false }, true)).toBe('disabled')
  expect(standing({}, false)).toBe('sipOff')
  expect(standing({}, undefined)).toBe('idle')
  expect(standing({ Enabled: false }, true, 200)).toBe('ok')
})

test('an account without its certificate says so, whether it registers or not', () => {
  const missing = { ...status(503), StatusText: CERTIFICATE_MISSING }
  for (const PublicDomain of ['', 'pbx']) {
    const row = { id: 'a', account: account('a', { PublicDomain }), status: missing }
    expect(standingOf(row, true)).toBe('certificateMissing')
  }
})

test('codes that mean the same have one explanation', () => {
  expect([401, 407, 403, 408, 503].map(registerReason)).toEqual([401, 401, 403, 408, 503])
  expect(registerReason(499)).toBeUndefined()
  expect([415, 488, 600, 486, 487].map(callReason)).toEqual([488, 488, 486, 486, 487])
})
