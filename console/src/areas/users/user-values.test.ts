import { expect, test } from 'vitest'
import { accountOf, checkNewUser, checkUser, newUser, valuesOf } from './user-values.ts'

const lists = { admin: ['root'], operator: [], viewer: ['guard1'], ptz: [], digusers: [] }
const good = { ...newUser, name: 'guard2', password: 'Abcdef12', passwordRepeat: 'Abcdef12' }

const found = (checked: ReturnType<typeof checkUser>) =>
  Object.fromEntries(
    Object.entries(checked.errors).flatMap(([field, error]) => (error ? [[field, error.id]] : [])),
  )

test('a new user needs a free name and a password twice (USERS-23, USERS-28, USERS-31)', () => {
  expect(found(checkNewUser(good, lists))).toEqual({})
  expect(found(checkNewUser(newUser, lists))).toEqual({
    name: 'validation.errorRequired',
    password: 'validation.errorRequired',
    passwordRepeat: 'validation.errorRequired',
  })
  expect(found(checkNewUser({ ...good, name: 'guard1' }, lists))).toEqual({
    name: 'users.nameIsTaken',
  })
})

test('the two passwords must be equal (USERS-32)', () => {
  expect(found(checkNewUser({ ...good, passwordRepeat: 'Abcdef13' }, lists))).toEqual({
    passwordRepeat: 'validation.passwordsDontMatch',
  })
})

test('the repeat follows the rules of the password (USERS-29, USERS-30, USERS-31)', () => {
  const long = 'a'.repeat(65)
  expect(found(checkUser({ ...good, password: long, passwordRepeat: long }))).toEqual({
    password: 'users.tooLong',
    passwordRepeat: 'users.tooLong',
  })
  expect(found(checkUser({ ...good, password: 'Grün1234', passwordRepeat: 'Grün1234' }))).toEqual({
    password: 'users.invalidCharacters',
    passwordRepeat: 'users.invalidCharacters',
  })
})

test('a weak password warns and does not block (USERS-37)', () => {
  const weak = checkNewUser({ ...good, password: 'abc', passwordRepeat: 'abc' }, lists)
  expect(found(weak)).toEqual({})
  expect(weak.warnings?.password?.id).toBe('users.weakPassword')
  expect(checkNewUser(good, lists).warnings?.password).toBeUndefined()
})

test('on edit an empty password keeps the old one, half a password does not', () => {
  const stored = valuesOf({ name: 'guard1', group: 'viewer', ptz: true })
  expect(stored).toMatchObject({ name: 'guard1', role: 'viewer', ptz: true, password: '' })
  expect(found(checkUser(stored))).toEqual({})
  expect(found(checkUser({ ...stored, password: 'Abcdef12' }))).toEqual({
    passwordRepeat: 'validation.errorRequired',
  })
  expect(found(checkUser({ ...stored, passwordRepeat: 'x' }))).toHaveProperty('password')
})

test('root stays root whatever the form holds (USERS-07)', () => {
  const root = valuesOf({ name: 'root', group: 'root', ptz: true })
  expect(accountOf(root, 'root')).toEqual({ name: 'root', group: 'root', ptz: true })
})
