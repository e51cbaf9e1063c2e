import { describe, expect, test } from 'vitest'
import { checkShare, passphrase } from './storage.ts'
import type { ShareForm } from './storage.ts'

const SHARE: ShareForm = {
  host: '192.0.2.20',
  share: 'rec',
  requireLogin: true,
  user: 'guard',
  password: 'secret',
}

/** The fields that are wrong, with the ids of their messages. */
const wrongIn = (more: Partial<ShareForm>) =>
  Object.entries(checkShare({ ...SHARE, ...more })).map(([field, { id }]) => `${field} ${id}`)

const REQUIRED = 'validation.errorRequired'

describe('a network share', () => {
  test('needs a host and a share (STORAGE-57, STORAGE-58)', () => {
    expect(wrongIn({})).toEqual([])
    expect(wrongIn({ host: '', share: '' })).toEqual([`host ${REQUIRED}`, `share ${REQUIRED}`])
  })

  test.each(['192.0.2.20', '2001:db8::1', 'nas', 'nas.example.org'])(
    'can be on %s (STORAGE-57)',
    (host) => {
      expect(wrongIn({ host })).toEqual([])
    },
  )

  test.each(['not a host', '192.0.2.300', '//nas', 'nas/rec', '-nas'])(
    'is on no server called %s (STORAGE-57)',
    (host) => {
      expect(wrongIn({ host })).toEqual(['host validation.invalidIPAddressOrHostName'])
    },
  )

  test.each(['a/b', 'a\\b', '//nas/rec', 'why?', 'a:b'])(
    'is not called %s (STORAGE-58)',
    (share) => {
      expect(wrongIn({ share })).toEqual(['share validation.errorInvalid'])
    },
  )

  test('needs user and password only with a login (STORAGE-59)', () => {
    const nobody = { user: '', password: '' }
    expect(wrongIn(nobody)).toEqual([`user ${REQUIRED}`, `password ${REQUIRED}`])
    expect(wrongIn({ ...nobody, requireLogin: false })).toEqual([])
  })
})

test('a passphrase is required and has at most 512 characters (OPEN-89)', () => {
  expect(passphrase('')?.id).toBe(REQUIRED)
  expect(passphrase('x'.repeat(512))).toBeUndefined()
  expect(passphrase('x'.repeat(513))?.id).toBe('validation.errorMaxCharacters')
})
