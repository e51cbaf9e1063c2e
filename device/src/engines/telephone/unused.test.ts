import type { SipConfiguration } from '@lintel/contract/calls/sip'
import { PRODUCTS } from '@lintel/contract/products/products'
import { expect, test } from 'vitest'
import { attributesOf } from './attributes.ts'
import { currentConfiguration } from './configuration.ts'
import { proxiesIn, settingsFor } from './to-engine.ts'
import { unusedOf } from './unused.ts'

test.each(PRODUCTS.map((product) => [product.number, product] as const))(
  'the settings of a %s that it calls unused make no difference to calls, and all others do',
  (_number, product) => {
    const settings = {
      configuration: () => ({}),
      turnPasswords: () => [],
    }
    const factory: SipConfiguration = {
      ...currentConfiguration({ product, plugged: { ports: { sip: 5060 } } as never, settings }),
      STUNServers: [{ Server: 'stun.example.com' }],
      TURNServers: [{ Server: 'turn.example.com', Username: 'door', Password: null }],
    }
    const before = JSON.stringify(settingsFor(factory, ['PCMU'], ['secret']))
    const matters = (change: Partial<SipConfiguration>) =>
      JSON.stringify(settingsFor({ ...factory, ...change }, ['PCMU'], ['secret'])) !== before

    const switches = Object.entries(factory).flatMap(([name, value]) =>
      typeof value === 'boolean' ? [name] : [],
    )
    const without = ['ApplyUserAuthentication', 'ApplyAllowedURIs', 'ApplyAccessList']
    const idle = switches.filter((name) => !without.includes(name) && !matters({ [name]: true }))
    const attributes = attributesOf(product).flatMap(({ name, default: usual }) => {
      const others = ['true', '97', 'recvonly', 'mode1'].filter((value) => value !== usual)
      const Attribute = (Value: string) =>
        factory.Attribute.map((one) => (one.Name === name ? { ...one, Value } : one))
      return others.some((value) => matters({ Attribute: Attribute(value) })) ? [] : [name]
    })
    const texts = matters({ StreamParameters: 'fps=5' }) ? [] : ['StreamParameters']
    expect(new Set(unusedOf(product))).toEqual(new Set([...idle, ...texts, ...attributes]))
  },
)

/** A value of each member, and what else has to be set for it to count. */
const CHANGES: Record<string, Partial<SipConfiguration>> = {
  SIPPort: { SIPPort: 5070 },
  SIPTLSPort: { SIPTLSPort: 5071 },
  RTPStartPort: { RTPStartPort: 6000 },
  STUNServers: { STUNEnabled: true, STUNServers: [{ Server: 'other.example.com' }] },
  TURNServers: {
    TURNEnabled: true,
    TURNServers: [{ Server: 'other.example.com', Username: 'gate', Password: null }],
  },
  AllowedUsers: { ApplyUserAuthentication: true, AllowedUsers: ['ann'] },
  AllowedURIs: { ApplyAllowedURIs: true, AllowedURIs: ['sip:192.0.2.1'] },
  AccessList: { ApplyAccessList: true, AccessList: ['sip:192.0.2.2'] },
  CallingTimeout: { CallingTimeout: 5 },
  AnsweringTimeout: { AnsweringTimeout: 5 },
  SIPProxies: { SIPProxies: [{ Server: 'proxy.example.com' }] },
}

test.each(Object.entries(CHANGES))('%s makes a difference to calls', (_name, change) => {
  const settings = { configuration: () => ({}), turnPasswords: () => [] }
  const [product] = PRODUCTS
  const factory: SipConfiguration = {
    ...currentConfiguration({ product, plugged: { ports: { sip: 5060 } } as never, settings }),
    STUNServers: [{ Server: 'stun.example.com' }],
    TURNServers: [{ Server: 'turn.example.com', Username: 'door', Password: null }],
    AllowedUsers: ['bob'],
    AllowedURIs: ['sip:192.0.2.3'],
    AccessList: ['sip:192.0.2.3'],
  }
  /** What the engine is told, with the same switches on. */
  const told = (values: Partial<SipConfiguration>) => {
    const all = { ...factory, ...values }
    return JSON.stringify([settingsFor(all, ['PCMU'], ['secret']), proxiesIn(all)])
  }
  const switches = Object.fromEntries(
    Object.entries(change).filter(([, value]) => typeof value === 'boolean'),
  )
  expect(told(change)).not.toBe(told(switches))
})
