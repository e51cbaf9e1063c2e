import type { SipConfiguration } from '@lintel/contract/calls/sip'
import { PRODUCTS } from '@lintel/contract/products/products'
import { expect, test } from 'vitest'
import { attributesOf } from './attributes.ts'
import { currentConfiguration } from './configuration.ts'
import { settingsFor } from './to-engine.ts'
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
    }
    const before = JSON.stringify(settingsFor(factory, ['PCMU']))
    const matters = (change: Partial<SipConfiguration>) =>
      JSON.stringify(settingsFor({ ...factory, ...change }, ['PCMU'])) !== before

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
    expect(new Set(unusedOf(product))).toEqual(new Set([...idle, ...attributes]))
  },
)
