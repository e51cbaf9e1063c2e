import { expect, test } from 'vitest'
import { checkPassword, isWeak } from './draft.ts'

const ids = (errors: Record<string, { id: string }>) =>
  Object.fromEntries(Object.entries(errors).map(([name, { id }]) => [name, id]))

const passwords = (password: string, repeat = password, optional = false) =>
  ids(checkPassword({ password, repeat }, optional))

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

test('once a password is stored, both fields may be empty, but not one alone', () => {
  expect(passwords('', '', true)).toEqual({})
  expect(passwords('Door2468', '', true)).toEqual({ repeat: 'validation.errorRequired' })
  expect(passwords('', 'Door2468', true)).toEqual({
    password: 'validation.errorRequired',
    repeat: 'validation.passwordsDontMatch',
  })
})

test('a weak password warns, an empty one does not (USERS-37, OPEN-25)', () => {
  expect(isWeak({ password: 'door', repeat: '' })).toBe(true)
  expect(isWeak({ password: 'Door2468', repeat: '' })).toBe(false)
  expect(isWeak({ password: '', repeat: '' })).toBe(false)
})
