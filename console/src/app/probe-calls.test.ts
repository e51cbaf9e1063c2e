import { getServiceCapabilities } from '@lintel/contract/calls/intercom'
import { listDisks } from '@lintel/contract/calls/disks'
import { CONSOLE_HEADER } from '@lintel/contract/client'
import { FIRMWARE_VERSION, firmwareOf, OWN_CALLS } from '@lintel/contract/firmware'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { device } from './device.ts'
import { deviceHas, firmware, knowFirmware, noteMissing } from './firmware.ts'
import { probeCalls } from './probe-calls.ts'

/** What the device answers at a path; nothing is at the others. */
let answers: Record<string, () => Response> = {}
let asked: string[] = []

const versioned = (version: string) => new Map([[FIRMWARE_VERSION, version]])

beforeEach(() => {
  answers = {}
  asked = []
  firmware.set(firmwareOf(versioned('9.80.3')))
  vi.stubGlobal('fetch', (url: string, init: RequestInit) => {
    expect(new Headers(init.headers).get(CONSOLE_HEADER)).toBe('1')
    asked.push(`${init.method ?? ''} ${url}`)
    return Promise.resolve(answers[url]?.() ?? new Response('', { status: 404 }))
  })
})
afterEach(() => {
  firmware.set(firmwareOf(new Map()))
  vi.unstubAllGlobals()
})

const lacks = () => Array.from(firmware.get().lacks ?? []).toSorted()

test('what answers 404 is lacking, whatever else is answered is not', async () => {
  answers = {
    '/vapix/call': () => new Response('{"FaultMsg":"No operation."}', { status: 400 }),
    '/vapix/axdsapi': () => new Response('', { status: 405 }),
    '/axis-cgi/disks/list.cgi': () => Response.error(),
    '/axis-cgi/applications/list.cgi': () => new Response('', { status: 500 }),
  }
  await probeCalls('doorstation')
  expect(lacks()).toEqual(['/axis-cgi/mqtt/client.cgi'])
  expect(asked).toContain('POST /vapix/call')
  expect(asked).toContain('GET /axis-cgi/disks/list.cgi')
  expect(new Set(asked).size).toBe(asked.length)
})

test('a list of the interfaces answers for those that it would have', async () => {
  const list = (ids: string[]) => () =>
    Response.json({
      data: {
        apiList: ids.map((id) => ({
          id,
          version: '1.0',
          name: id,
          docLink: '',
          status: 'official',
        })),
      },
    })
  answers = { '/axis-cgi/apidiscovery.cgi': list(['mqtt-client']) }
  await probeCalls('doorstation')
  expect(lacks()).not.toContain('/axis-cgi/mqtt/client.cgi')
  expect(asked.join()).not.toContain('mqtt')
  answers = { '/axis-cgi/apidiscovery.cgi': list(['ntp']) }
  await probeCalls('doorstation')
  expect(lacks()).toContain('/axis-cgi/mqtt/client.cgi')
})

test('a product is not asked for what only others have', async () => {
  await probeCalls('audio')
  expect(asked).toContain('POST /vapix/call')
  expect(asked).not.toContain('POST /vapix/axdsapi')
  expect(lacks()).not.toContain('/vapix/axdsapi')
})

test('services are asked under their public names where those are the only ones', async () => {
  firmware.set(firmwareOf(versioned('12.11.77')))
  answers = { '/vapix/intercom': () => Response.json({}) }
  await probeCalls('doorstation')
  expect(asked).toContain('POST /vapix/intercom')
  expect(asked).not.toContain('POST /vapix/axdsapi')
  expect(lacks()).not.toContain('/vapix/axdsapi')
})

test('a call that answers 404 is not made again, nor are others at its path', async () => {
  await expect(device.call(listDisks, { diskid: 'all' })).rejects.toMatchObject({ kind: 'missing' })
  await expect(device.call(listDisks, { diskid: 'all' })).rejects.toMatchObject({ kind: 'missing' })
  expect(asked).toHaveLength(1)
  expect(deviceHas(listDisks)).toBe(false)
})

test('a service that lacks one call may have others', async () => {
  const fault = { FaultCode: 'ter:ActionNotSupported', FaultMsg: 'Optional' }
  answers = { '/vapix/axdsapi': () => Response.json(fault, { status: 400 }) }
  await expect(device.call(getServiceCapabilities, {})).rejects.toMatchObject({ kind: 'missing' })
  expect(lacks()).toEqual([getServiceCapabilities.id])
})

test('our own firmware, and firmware that is not known yet, lack nothing', () => {
  knowFirmware(new Map([...versioned('1.0.0'), [OWN_CALLS, '1.0']]))
  noteMissing('/x')
  expect(lacks()).toEqual([])
  firmware.set(firmwareOf(new Map()))
  noteMissing('/x')
  expect(lacks()).toEqual([])
})

test('what is lacking is forgotten with an upgrade, and only then', () => {
  noteMissing('/x')
  knowFirmware(versioned('9.80.3'))
  expect(lacks()).toEqual(['/x'])
  knowFirmware(versioned('10.12.1'))
  expect(lacks()).toEqual([])
})
