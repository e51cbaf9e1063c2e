import { expect, test } from 'vitest'
import { checkOrganisation, newOrganisation } from './organisation-values.ts'

test('an organisation needs a name of at most 30 characters (PHONEBOOK-19, PHONEBOOK-20)', () => {
  const wrongName = (label: string) => checkOrganisation({ ...newOrganisation, label }).errors.label
  expect(wrongName('')?.id).toBe('validation.errorRequired')
  expect(wrongName('x'.repeat(30))).toBeUndefined()
  expect(wrongName('x'.repeat(31))).toEqual({
    id: 'validation.errorMaxCharacters',
    values: { max: 30 },
  })
})
