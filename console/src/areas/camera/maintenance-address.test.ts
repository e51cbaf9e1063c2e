import { expect, test } from 'vitest'
import { isMaintenance } from './maintenance-address.ts'

test.each([
  '/aca/index.html#system/tools/maintenance',
  '/aca/index.html#/system/tools/maintenance?x=y',
  '/camera/index.html#/system/maintenance',
])('%s is the maintenance of the system tools', (address) => {
  expect(isMaintenance(address)).toBe(true)
})

test.each([
  '/aca/index.html#settings',
  '/aca/index.html#maintenance-plan',
  '/system/tools/maintenances',
])('%s is not', (address) => {
  expect(isMaintenance(address)).toBe(false)
})
