import { beforeEach, expect, test } from 'vitest'
import { fixedScopes, ownScopes } from '../../engines/discovery/scopes.ts'
import { sendSoap } from '../testing/soap.ts'
import { openTestDevice } from '../testing/test-device.ts'
import type { TestDevice } from '../testing/test-device.ts'
import { onvifScopeService } from './scopes.ts'

let device: TestDevice
beforeEach(async () => {
  device = await openTestDevice([onvifScopeService])
  device.makeAccounts()
  return () => device.close()
})

const items = (tag: string, scopes: readonly string[]) =>
  scopes.map((scope) => `<tds:${tag}>${scope}</tds:${tag}>`).join('')
const set = (...scopes: string[]) =>
  sendSoap(device, `<tds:SetScopes>${items('Scopes', scopes)}</tds:SetScopes>`)
const add = (...scopes: string[]) =>
  sendSoap(device, `<tds:AddScopes>${items('ScopeItem', scopes)}</tds:AddScopes>`)
const remove = (...scopes: string[]) =>
  sendSoap(device, `<tds:RemoveScopes>${items('ScopeItem', scopes)}</tds:RemoveScopes>`)

test('scopes are set, added and removed, each once', async () => {
  await set('urn:a', 'urn:b', 'urn:a')
  expect(ownScopes(device)).toEqual(['urn:a', 'urn:b'])
  // One that the device has anyway is not kept a second time.
  await add('urn:c', 'urn:b', ...fixedScopes(device))
  expect(ownScopes(device)).toEqual(['urn:a', 'urn:b', 'urn:c'])
  const { body } = await remove('urn:a', 'urn:c')
  expect(body).toContain('<tds:ScopeItem>urn:a</tds:ScopeItem><tds:ScopeItem>urn:c</tds:ScopeItem>')
  expect(ownScopes(device)).toEqual(['urn:b'])
  await set()
  expect(ownScopes(device)).toEqual([])
})

test('what can’t be a scope, is fixed, unknown or too much is refused as a whole', async () => {
  await set('urn:a')
  const fixed = fixedScopes(device)[0] ?? ''
  const many = Array.from({ length: 20 }, (_, at) => `urn:${at}`)
  const answers = [
    await set('urn:b', fixed),
    await set('urn:b', 'two words'),
    await set('urn:b', 'nothing'),
    await set(`urn:${'x'.repeat(97)}`),
    await set(...many, 'urn:b'),
    await add(...many),
    await remove('urn:a', fixed),
    await remove('urn:a', 'urn:b'),
  ]
  expect(answers.map(({ status, code }) => `${status} ${code}`)).toEqual([
    '400 ScopeOverwrite',
    '400 InvalidScope',
    '400 InvalidScope',
    '400 InvalidScope',
    '500 TooManyScopes',
    '500 TooManyScopes',
    '400 FixedScope',
    '400 NoScope',
  ])
  expect(ownScopes(device)).toEqual(['urn:a'])
  expect((await set(...many)).status).toBe(200)
})
