import { expect, test } from 'vitest'
import { checkNewOnvifUser, checkOnvifUser, newOnvifUser } from './user-values.ts'
import type { OnvifUser } from './user-values.ts'

const KNOWN: OnvifUser[] = [{ id: 'nvr', name: 'nvr', group: 'admin' }]
const STRONG = { password: 'Strong2468!', passwordRepeat: 'Strong2468!' }
const good = { ...newOnvifUser, name: 'Cam7', ...STRONG }
const problemsOf = (values: Partial<typeof newOnvifUser>) => {
  const { errors } = checkNewOnvifUser({ ...good, ...values }, KNOWN)
  return Object.fromEntries(
    Object.entries(errors).flatMap(([field, found]) => (found ? [[field, found.id]] : [])),
  )
}

test('a name is required, has letters and digits, at most 64, and is not taken (ONVIF-08, ONVIF-10, ONVIF-11)', () => {
  expect(problemsOf({})).toEqual({})
  expect(problemsOf({ name: 'a'.repeat(64) })).toEqual({})
  expect(problemsOf({ name: '' })).toEqual({ name: 'validation.errorRequired' })
  expect(problemsOf({ name: 'a b' })).toEqual({ name: 'users.userNameOnlyValidChars' })
  expect(problemsOf({ name: 'nvr' })).toEqual({ name: 'users.nameIsTaken' })
})

test('a name has at most 64 characters (ONVIF-09)', () => {
  expect(problemsOf({ name: 'a'.repeat(65) })).toEqual({ name: 'validation.errorMaxCharacters' })
})

test('a password is required, has at most 64 characters, and is repeated (ONVIF-13, ONVIF-14)', () => {
  expect(problemsOf({ password: '', passwordRepeat: '' })).toEqual({
    password: 'validation.errorRequired',
    passwordRepeat: 'validation.errorRequired',
  })
  const long = 'Aa1!'.repeat(17)
  expect(problemsOf({ password: long, passwordRepeat: long }).password).toBe('users.tooLong')
  expect(problemsOf({ passwordRepeat: 'Strong2468' })).toEqual({
    passwordRepeat: 'validation.passwordsDontMatch',
  })
})

test('a weak password is a warning, and an empty one keeps the old one (ONVIF-17)', () => {
  const weak = { ...good, password: 'abc', passwordRepeat: 'abc' }
  const { errors, warnings } = checkNewOnvifUser(weak, KNOWN)
  expect(errors.password).toBeUndefined()
  expect(warnings?.password?.id).toBe('users.weakPassword')
  expect(checkOnvifUser({ ...good, password: '', passwordRepeat: '' })).toEqual({ errors: {} })
  expect(checkOnvifUser({ ...good, passwordRepeat: '' }).errors.passwordRepeat).toBeDefined()
  expect(checkOnvifUser({ ...good, password: '' }).errors.password).toBeDefined()
})
