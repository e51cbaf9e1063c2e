import { expect, test } from 'vitest'
import { categoryOf } from '../capabilities.ts'
import { PRODUCTS, productCalled } from './products.ts'

/** Relative luminance of `#rrggbb`. Source: WCAG 2.2, "relative luminance". */
function luminance(colour: string): number {
  expect(colour).toMatch(/^#[0-9a-f]{6}$/)
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(colour.slice(at, at + 2), 16) / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

function contrast(one: string, other: string): number {
  const [light = 0, dark = 0] = [luminance(one), luminance(other)].toSorted((a, b) => b - a)
  return (light + 0.05) / (dark + 0.05)
}

/** The table "Capability set per fixture" of the requirements, by its columns. */
test.each([
  ['A8307-E', 'doorstation', 'display callKeypad pinKeypad reader callButton hdmi', 2, 2, true],
  ['A8207-VE', 'doorstation', 'callKeypad pinKeypad reader callButton', 2, 2, true],
  ['I8016-LVE', 'doorstation', 'reader callButton', 2, 1, false],
  ['C1310-E', 'audio', '', 1, 1, true],
  ['A8105-E', 'doorstation', 'callButton', 1, 1, false],
  ['C1410', 'audio', '', 0, 0, false],
  ['A1601', 'accesscontrol', 'reader', 2, 2, true],
] as const)('%s matches its fixture', (number, category, can, ...ports) => {
  const { brand, capabilities, ports: has } = productCalled(number)
  expect(categoryOf(brand.type)).toBe(category)
  const named = ['display', 'callKeypad', 'pinKeypad', 'reader', 'callButton', 'hdmi'] as const
  expect(named.filter((name) => capabilities?.[name]).toSorted()).toEqual(
    can.split(' ').filter(Boolean).toSorted(),
  )
  expect([has.inputs, has.outputs, has.fixed.length > 0]).toEqual(ports)
  const idle = capabilities?.SupportedCallButtonIdleBehavior ?? []
  expect(idle.length > 0).toBe(capabilities?.callButton ?? false)
})

test.each(PRODUCTS.map((product) => [product.number, product] as const))(
  'the features of %s are consistent',
  (number, { brand, realmPrefix, capabilities, ports, plate, ...product }) => {
    for (const name of Object.values(brand)) expect(name.trim()).toBe(name)
    expect(brand.fullName).toContain(number)
    expect(realmPrefix).toMatch(/^\w+_$/)
    for (const port of ports.fixed) expect(port).toBeLessThan(ports.inputs + ports.outputs)
    // The front shows what the product has; a reader can also be a separate device.
    expect(plate).toMatchObject({
      camera: product.camera,
      display: capabilities?.display ?? false,
      callButton: capabilities?.callButton ?? false,
      keypad: (capabilities?.callKeypad || capabilities?.pinKeypad) ?? false,
      speaker: product.audio?.output !== undefined,
    })
    if (plate.reader) expect(capabilities?.reader).toBe(true)
    expect(contrast(plate.colour.housing, plate.colour.print)).toBeGreaterThan(5.5)
  },
)

test('every product number is unique and found; an unknown one is a programming error', () => {
  expect(new Set(PRODUCTS.map(({ number }) => number)).size).toBe(PRODUCTS.length)
  for (const product of PRODUCTS) expect(productCalled(product.number)).toBe(product)
  expect(() => productCalled('A9999')).toThrow('no product A9999')
})
