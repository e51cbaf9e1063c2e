import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { GetParameter, ParameterChanges, ParameterPrefix } from './all.ts'
import { address, orNone } from './address.ts'
import { asText, choice, list, oneOf, secret, text, whole, withDefault, yesNo } from './codec.ts'
import type { Codec } from './codec.ts'
import { ioPort } from './ports.ts'
import { parameterRecord, typed, valueIn } from './record.ts'
import { snmp } from './snmp.ts'

test('every codec decodes what it encodes', () => {
  const same = <T>(codec: Codec<T>, value: T) =>
    expect(codec.decode(codec.encode(value))).toEqual(value)
  fc.assert(
    fc.property(
      fc.string(),
      fc.boolean(),
      fc.integer({ min: -5, max: 500 }),
      fc.ipV4(),
      (word, on, number, ip) => {
        same(text(), word)
        same(secret(), word)
        same(yesNo, on)
        same(whole(-5, 500), number)
        same(asText(whole(-5, 500)), number)
        same(address, ip)
        same(orNone(address), ip === '0.0.0.0' ? '' : ip)
      },
    ),
  )
  same(oneOf(['open', 'closed']), 'closed')
  same(list(':'), ['a', 'b'])
  same(list(','), [])
})

test('the texts are those of the device', () => {
  expect([yesNo.encode(true), yesNo.encode(false)]).toEqual(['yes', 'no'])
  expect(whole(0, 9).encode(7)).toBe('7')
  expect(list(' ').encode(['fe80::1/64', '::1/128'])).toBe('fe80::1/64 ::1/128')
  expect(orNone(address).encode('')).toBe('0.0.0.0')
})

test('values of other firmware and missing ones decode to the nearest value', () => {
  expect(['yes', 'no', '', 'YES', undefined].map((written) => yesNo.decode(written))).toEqual([
    true,
    false,
    false,
    false,
    false,
  ])
  expect(withDefault(yesNo, true).decode(undefined)).toBe(true)
  const written = ['12', ' 12 ', '-12', '', 'many', '1.5', '0x10', '1e9', 'Infinity', undefined]
  expect(written.map((one) => whole(1, 99).decode(one))).toEqual([12, 12, -12, 1, 1, 1, 1, 1, 1, 1])
  expect(oneOf(['NTP', 'None'], 'None').decode('PTP')).toBe('None')
  expect(oneOf(['dhcp', 'none']).decode(undefined)).toBe('dhcp')
  expect(choice(['0', '180']).decode('90')).toBe('90')
  expect(list(' ', 255, /[\s,]+/).decode(' ::1, ::2 ')).toEqual(['::1', '::2'])
  expect([orNone(address).decode('0.0.0.0'), orNone(address).decode(undefined)]).toEqual(['', ''])
  expect(address.decode(undefined)).toBe('0.0.0.0')
})

const RECORD = parameterRecord(snmp, {
  on: 'root.SNMP.Enabled',
  dscp: 'root.SNMP.DSCP',
  community: 'root.SNMP.V1ReadCommunity',
})

test('a record decodes its fields, and encodes those given', () => {
  const values = new Map([
    ['root.SNMP.Enabled', 'yes'],
    ['root.SNMP.DSCP', '46'],
  ])
  expect(RECORD.read(values)).toEqual({ on: true, dscp: 46, community: 'public' })
  expect(RECORD.write({ on: false, community: undefined })).toEqual({ 'root.SNMP.Enabled': 'no' })
  expect(valueIn(values, 'root.SNMP.Enabled', yesNo)).toBe(true)
})

test('numbers in a form are texts, and the device refuses invalid ones', () => {
  const form = parameterRecord(typed(snmp), {
    on: 'root.SNMP.Enabled',
    dscp: 'root.SNMP.DSCP',
  })
  expect(form.read(new Map([['root.SNMP.DSCP', '46']]))).toEqual({ on: false, dscp: '46' })
  expect(form.write({ dscp: ' 007 ' })).toEqual({ 'root.SNMP.DSCP': '7' })
  expect(form.write({ on: true, dscp: 'x' })).toEqual({
    'root.SNMP.Enabled': 'yes',
    'root.SNMP.DSCP': 'x',
  })
})

test('members of a counted group are named by their index', () => {
  const port = parameterRecord(ioPort(2), { direction: 'root.IOPort.I2.Direction' })
  expect(port.read(new Map([['root.IOPort.I2.Direction', 'output']]))).toEqual({
    direction: 'output',
  })
})

test('unknown names, and values of another type, do not compile', () => {
  const written: Record<string, unknown> = {
    'root.SNMP.Enabled': true,
    'root.IOPort.I3.Direction': 'input',
  }
  const get = ((name: string) => written[name]) as GetParameter
  const on: boolean = get('root.SNMP.Enabled')
  const direction: 'input' | 'output' = get(`root.IOPort.I${Number('3')}.Direction`)
  expect([on, direction]).toEqual([true, 'input'])
  // @ts-expect-error there is no such parameter
  get('root.SNMP.Nothing')
  // @ts-expect-error nor one of a port
  get(`root.IOPort.I${Number('3')}.Nothing`)
  // @ts-expect-error it is a boolean
  const wrong: ParameterChanges = { 'root.SNMP.Enabled': 'yes' }
  // @ts-expect-error there is no such group
  const group: ParameterPrefix = 'root.Nothing'
  // @ts-expect-error it is a boolean
  valueIn(new Map(), 'root.SNMP.Enabled', text())
  expect([wrong, group]).toHaveLength(2)
})
