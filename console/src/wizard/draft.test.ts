import { expect, test } from 'vitest'
import { checkNetwork, checkPassword, isWeak } from './draft.ts'

const ids = (errors: Record<string, { id: string }>) =>
  Object.fromEntries(Object.entries(errors).map(([name, { id }]) => [name, id]))

const passwords = (password: string, repeat = password) => ids(checkPassword({ password, repeat }))

test('password and repeat follow the same rules and must be equal (SETUP-03, USERS-31, USERS-32)', () => {
  expect(passwords('Door2468')).toEqual({})
  expect(passwords('')).toEqual({
    password: 'validation.errorRequired',
    repeat: 'validation.errorRequired',
  })
  expect(passwords('Door2468', 'Door2469')).toEqual({ repeat: 'validation.passwordsDontMatch' })
  expect(passwords('Tür2468')).toEqual({
    password: 'users.invalidCharacters',
    repeat: 'users.invalidCharacters',
  })
  expect(passwords('x'.repeat(65))).toEqual({ password: 'users.tooLong', repeat: 'users.tooLong' })
  expect(passwords('Door2468', '')).toEqual({ repeat: 'validation.errorRequired' })
})

test('a weak password warns, an empty one does not (USERS-37, OPEN-25)', () => {
  expect(isWeak({ password: 'door', repeat: '' })).toBe(true)
  expect(isWeak({ password: 'Door2468', repeat: '' })).toBe(false)
  expect(isWeak({ password: '', repeat: '' })).toBe(false)
})

test('name servers are checked only when they are not automatic (NET-16, NET-18, NET-19)', () => {
  const wrong = { domainName: 'no good', dnsServer1: '', dnsServer2: '1.2.3' }
  expect(checkNetwork({ dnsAutomatic: true, ...wrong })).toEqual({})
  expect(ids(checkNetwork({ dnsAutomatic: false, ...wrong }))).toEqual({
    domainName: 'validation.invalidDomainName',
    dnsServer1: 'validation.invalidIpAddress',
    dnsServer2: 'validation.invalidIpAddress',
  })
})

test('0.0.0.0 means not used and an empty domain is right (OPEN-33, NET-17)', () => {
  const none = { domainName: '', dnsServer1: '0.0.0.0', dnsServer2: '0.0.0.0' }
  expect(checkNetwork({ dnsAutomatic: false, ...none })).toEqual({})
})
