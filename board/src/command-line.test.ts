import { PRODUCTS } from '@lintel/contract/products/products'
import { expect, test } from 'vitest'
import { readCommandLine, UsageProblem } from './command-line.ts'

function problemOf(...args: string[]) {
  try {
    readCommandLine(args)
  } catch (error) {
    if (error instanceof UsageProblem) return { id: error.id, ...error.values }
    throw error
  }
  return undefined
}

test('without flags, the default product listens on loopback with its usual ports', () => {
  expect(readCommandLine([])).toEqual({
    product: 'A8307-E',
    ports: { http: 8080, https: 8443, bench: 8081, sip: 5060, snmp: 10161, rtsp: 8554 },
    bind: '127.0.0.1',
    benchBind: '127.0.0.1',
    benchToken: undefined,
    data: undefined,
    serial: undefined,
    bootSeconds: 5,
    sdSize: 256,
    play: false,
    playDay: false,
    allowApps: false,
    json: false,
    help: false,
    deviceEntry: undefined,
  })
})

test('flags are read in both forms', () => {
  expect(
    readCommandLine([
      '--product=a8307-e',
      '--port',
      '0',
      '--bind',
      '::1',
      '--serial',
      'ac:cc:8e:01:23:45',
      '--boot-seconds',
      '0.5',
      '--play',
      '--allow-apps',
      '--sd-size',
      '64',
      '--json',
    ]),
  ).toMatchObject({
    product: 'A8307-E',
    ports: { http: 0 },
    bind: '::1',
    serial: 'ACCC8E012345',
    bootSeconds: 0.5,
    sdSize: 64,
    play: true,
    allowApps: true,
    json: true,
  })
})

test('anything unknown is named', () => {
  expect(problemOf('--prot', '1')).toEqual({ id: 'start.unknownFlag', flag: '--prot' })
  expect(problemOf('-x')).toEqual({ id: 'start.unknownFlag', flag: '-x' })
  expect(problemOf('8080')).toEqual({ id: 'start.unknownWord', word: '8080' })
  expect(problemOf('--product', 'X1')).toEqual({
    id: 'start.unknownProduct',
    product: 'X1',
    products: PRODUCTS.map(({ number }) => number).join(', '),
  })
})

test('a flag without its value does not consume the next flag', () => {
  expect(problemOf('--port')).toEqual({ id: 'start.valueMissing', flag: '--port' })
  expect(problemOf('--data', '--json')).toEqual({ id: 'start.valueMissing', flag: '--data' })
  expect(problemOf('--data=')).toEqual({ id: 'start.valueMissing', flag: '--data' })
  expect(problemOf('--json=yes')).toEqual({ id: 'start.valueTooMany', flag: '--json' })
})

test('ports are whole numbers up to 65535', () => {
  for (const value of ['65536', '1.5', 'http', '0x50', '']) {
    expect(problemOf(`--https-port=${value}`)?.id).toBe(
      value === '' ? 'start.valueMissing' : 'start.badPort',
    )
  }
  expect(problemOf('--snmp-port', '-1')?.id).toBe('start.valueMissing')
  expect(problemOf('--snmp-port=-1')).toEqual({
    id: 'start.badPort',
    flag: '--snmp-port',
    value: '-1',
  })
  expect(readCommandLine(['--port', '65535']).ports.http).toBe(65_535)
})

test('addresses, serial numbers and boot times are validated', () => {
  expect(problemOf('--bind', 'localhost')?.id).toBe('start.badAddress')
  expect(problemOf('--serial', '12345')?.id).toBe('start.badSerial')
  for (const value of ['-1', 'x', '601', '1e2']) {
    expect(problemOf(`--boot-seconds=${value}`)?.id).toBe('start.badBootSeconds')
  }
})

test('a bench beyond this computer needs a sufficiently long token', () => {
  expect(problemOf('--bench-bind', '0.0.0.0')?.id).toBe('start.openBench')
  expect(problemOf('--bench-bind', '0.0.0.0', '--bench-token', 'short')).toEqual({
    id: 'start.shortToken',
    length: 16,
  })
  const token = 'sixteen-letters!'
  expect(readCommandLine(['--bench-bind', '0.0.0.0', '--bench-token', token])).toMatchObject({
    benchBind: '0.0.0.0',
    benchToken: token,
  })
  expect(problemOf('--bench-bind', '127.0.0.5')).toBeUndefined()
})
