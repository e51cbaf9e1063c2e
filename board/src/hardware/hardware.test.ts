import { existsSync, mkdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs'
import { PLAIN_WORLD } from '@lintel/contract/wire'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { tempFolder } from '../testing/temp-folder.ts'
import { openHardware } from './hardware.ts'
import { makeSerial, readSerial } from './serial.ts'

const MADE = {
  product: 'A8307-E',
  serial: 'AECC8E0A0B0C',
  clockOffset: 0,
  world: PLAIN_WORLD,
}

test('hardware is made once and remembers changes', () => {
  const file = join(tempFolder(), 'new', 'board.json')
  const hardware = openHardware(file, () => MADE)
  expect(hardware.state()).toEqual(MADE)
  hardware.change({ clockOffset: 5000, world: { ...PLAIN_WORLD, temperature: -20, cable: false } })
  const changed = {
    ...MADE,
    clockOffset: 5000,
    world: { ...PLAIN_WORLD, temperature: -20, cable: false },
  }
  expect(hardware.state()).toEqual(changed)
  expect(openHardware(file, () => expect.unreachable()).state()).toEqual(changed)
  expect(existsSync(`${file}.new`)).toBe(false)
})

test('what could not be stored holds, is reported once, and is stored with a later change', () => {
  const file = join(tempFolder(), 'board.json')
  const hardware = openHardware(file, () => MADE)
  const stored = () => openHardware(file, () => expect.unreachable()).state()
  const codes: (string | undefined)[] = []
  hardware.onNotStored((cause) => codes.push((cause as NodeJS.ErrnoException).code))
  mkdirSync(`${file}.new`)
  hardware.change({ clockOffset: 5000 })
  hardware.change({ clockOffset: 6000 })
  expect([hardware.state().clockOffset, stored().clockOffset, codes]).toEqual([6000, 0, ['EISDIR']])
  rmdirSync(`${file}.new`)
  hardware.change({ clockOffset: 6000 })
  expect([stored().clockOffset, codes]).toEqual([6000, ['EISDIR']])
  mkdirSync(`${file}.new`)
  hardware.change({ clockOffset: 7000 })
  expect(codes).toEqual(['EISDIR', 'EISDIR'])
})

test('a write interrupted before its rename has changed nothing', () => {
  const file = join(tempFolder(), 'board.json')
  openHardware(file, () => MADE)
  writeFileSync(`${file}.new`, '{"product":"A83')
  expect(openHardware(file, () => expect.unreachable()).state()).toEqual(MADE)
})

test('a file older than the DHCP server opens with a plain one', () => {
  const file = join(tempFolder(), 'board.json')
  const { dhcp: _dhcp, ...world } = PLAIN_WORLD
  writeFileSync(file, JSON.stringify({ ...MADE, world }))
  expect(openHardware(file, () => expect.unreachable()).state()).toEqual(MADE)
})

test("a file older than the lease's host name opens without one", () => {
  const file = join(tempFolder(), 'board.json')
  const { hostName: _hostName, ...lease } = PLAIN_WORLD.dhcp.lease
  const world = { ...PLAIN_WORLD, dhcp: { enabled: true, lease } }
  writeFileSync(file, JSON.stringify({ ...MADE, world }))
  expect(openHardware(file, () => expect.unreachable()).state()).toEqual(MADE)
})

test('a damaged file does not count as a new device', () => {
  const file = join(tempFolder(), 'board.json')
  for (const damaged of ['', '{', '{}', JSON.stringify({ ...MADE, serial: 'x' })]) {
    writeFileSync(file, damaged)
    expect(() => openHardware(file, () => MADE)).toThrow()
    expect(readFileSync(file, 'utf8')).toBe(damaged)
  }
})

test('a serial number is a locally administered address, and each is different', () => {
  const serials = Array.from({ length: 50 }, () => makeSerial())
  expect(new Set(serials).size).toBe(50)
  for (const serial of serials) {
    expect(serial).toMatch(/^[0-9A-F]{12}$/)
    // IEEE 802: not a group address, and locally administered.
    expect(Number.parseInt(serial.slice(0, 2), 16) & 0b11).toBe(0b10)
  }
  expect(makeSerial(() => Uint8Array.of(0, 10, 255))).toBe('AECC8E000AFF')
})

test('serial numbers are accepted as people write addresses', () => {
  expect(readSerial('ac:cc:8e:01:23:45')).toBe('ACCC8E012345')
  expect(readSerial('AC-CC-8E-01-23-45')).toBe('ACCC8E012345')
  for (const wrong of ['', 'ACCC8E01234', 'ACCC8E0123456', 'GCCC8E012345']) {
    expect(readSerial(wrong)).toBeUndefined()
  }
})
