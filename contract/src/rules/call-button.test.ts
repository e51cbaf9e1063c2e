import { describe, expect, test } from 'vitest'
import * as rules from './call-button.ts'
import type { Rule } from './problem.ts'

describe('addresses that can be called', () => {
  const local = { Id: 'local', IsDefault: true, Enabled: true, Registrar: null, PublicDomain: null }
  const pbx = { ...local, Id: 'pbx', IsDefault: false, Registrar: 'pbx.example.com' }
  const idOf = (rule: Rule, address: string) => rule(address)?.id

  test.each([
    'sip:100@example.com',
    'SIPS:reception@[2001:db8::1]:5061;transport=tcp',
    'sip:192.0.2.7',
    '+49-30.1%20a;x=y@192.0.2.7:5070',
    '192.0.2.7:5070',
    '[2001:db8::1]',
  ])('%s can be called with any account', (address) => {
    expect(idOf(rules.callAddress(local), address)).toBeUndefined()
    expect(idOf(rules.callAddress(pbx), address)).toBeUndefined()
  })

  test.each([
    'sip:',
    'sip:a b@example.com',
    'sip:100',
    'a@b@example.com',
    '@example.com',
    '100@',
    '100@example.com;',
    'a:secret@example.com',
    '"Desk" <sip:100@example.com>',
    '192.0.2.700',
    '[2001:db8::1',
    'http://example.com/',
    'a b',
  ])('%s can be called with none', (address) => {
    expect(idOf(rules.callAddress(local), address)).toBe('sip.callAddress')
    expect(idOf(rules.callAddress(pbx), address)).toBe('sip.callAddress')
  })

  test('only a registered account can call an extension, only another one a host by its name', () => {
    for (const extension of ['100', '+49301', '*21#', 'reception_desk', 'müller']) {
      expect(idOf(rules.callAddress(pbx), extension), extension).toBeUndefined()
      expect(idOf(rules.callAddress(local), extension), extension).toBe('sip.callAddressHost')
    }
    expect(idOf(rules.callAddress(local), 'desk.example.com:5070')).toBeUndefined()
    expect(idOf(rules.callAddress(pbx), 'desk.example.com:5070')).toBe('sip.callAddress')
  })

  test('an address has a length', () => {
    expect(idOf(rules.callAddress(pbx), '1'.repeat(512))).toBeUndefined()
    expect(idOf(rules.callAddress(pbx), '1'.repeat(513))).toBe('validation.errorMaxCharacters')
  })
})
