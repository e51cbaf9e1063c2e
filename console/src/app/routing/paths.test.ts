import { expect, test } from 'vitest'
import { pages } from '../pages.ts'
import { hrefTo, paths } from './paths.ts'
import { paramsOf } from './route.ts'

const PARAMETERS = {
  name: 'gu/rd 1',
  port: 'I2',
  id: 'sip_account_0',
  organisationId: 'house',
  callgroupId: 'all',
  cardType: 'UID/CSN',
  token: 'f3a1',
}

test.each(Object.entries(paths))('the path of %s is one of the page table', (_name, path) => {
  expect(pages.some((row) => paramsOf(row.path, path(PARAMETERS)))).toBe(true)
})

test('a parameter reaches the page unchanged', () => {
  expect(paths.editUser({ name: 'gu/rd 1' })).toBe('/users/edit/gu%2Frd%201')
  expect(hrefTo(paths.users())).toBe('#/users')
})
