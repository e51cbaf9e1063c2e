import { PRODUCTS } from '@lintel/contract/products/products'
import { RULE_TOPICS, qualified } from '@lintel/contract/events'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { servicesOf } from '../services.ts'
import { openTestDevice } from '../testing/test-device.ts'
import type { TestDevice } from '../testing/test-device.ts'
import { virtualInputService } from './virtual-inputs.ts'

let device: TestDevice
/** The states that were published, and `changed` for what consoles are told. */
let heard: string[]
beforeEach(async () => {
  device = await openTestDevice([virtualInputService])
  onTestFinished(() => device.close())
  device.makeAccounts()
  heard = []
  device.events.subscribe(({ topic, source, data }) => {
    const brief = [source['port'], data['active'] ?? data['state'], data['Area']]
    heard.push([topic.split('/').at(-1), ...brief].filter(Boolean).join(' '))
  })
})

const call = (name: string, query: string, as = 'oper') =>
  device.fetch(`/axis-cgi/virtualinput/${name}.cgi?${query}`, { as })
const text = async (name: string, query: string) => (await call(name, query)).text()
const activate = (query: string) => text('activate', `schemaversion=1&${query}`)
const trigger = (action: string, as = 'view') =>
  device.fetch(`/axis-cgi/io/virtualinput.cgi?${new URLSearchParams({ action }).toString()}`, {
    as,
  })
const states = () => device.text('/lintel/virtual-inputs', { as: 'oper' })
const active = async () => {
  const { manualTrigger, inputs } = JSON.parse(await states()) as {
    manualTrigger: boolean
    inputs: { port: number; active: boolean }[]
  }
  const ports = inputs.filter((input) => input.active).map(({ port }) => port)
  return manualTrigger ? ['trigger', ...ports] : ports
}

/** As documented (device-calls #22). */
const document = (content: string) =>
  '<?xml version="1.0" encoding="UTF-8"?>\n' +
  '<VirtualInputResponse xmlns="http://www.axis.com/vapix/http_cgi/virtualinput1" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"' +
  ' SchemaVersion="1.1" xsi:schemaLocation="http://www.axis.com/vapix/http_cgi/virtualinput1 http://www.axis.com/vapix/http_cgi/virtualinput1_0.xsd">' +
  `${content}</VirtualInputResponse>\n`
const done = (name: string, changed: boolean) =>
  document(`<Success><${name}><StateChanged>${changed}</StateChanged></${name}></Success>`)
const error = (code: number, description: string) =>
  document(
    `<Error><GeneralError><ErrorCode>${code}</ErrorCode><ErrorDescription>${description}</ErrorDescription></GeneralError></Error>`,
  )

test('an input is activated and deactivated, byte for byte as documented', async () => {
  const answer = await call('activate', 'schemaversion=1&port=10')
  expect([answer.status, answer.headers.get('content-type')]).toEqual([
    200,
    'text/xml; charset=utf-8',
  ])
  expect(await answer.text()).toBe(done('ActivateSuccess', true))
  expect(await activate('port=10')).toBe(done('ActivateSuccess', false))
  expect(await active()).toEqual([10])
  expect(await text('deactivate', 'schemaversion=1.1&port=10')).toBe(
    done('DeactivateSuccess', true),
  )
  expect(await text('deactivate', 'schemaversion=1&port=10')).toBe(done('DeactivateSuccess', false))
  expect(heard).toEqual([
    'VirtualInput 10 1',
    'Changed virtualInputs',
    'VirtualInput 10 0',
    'Changed virtualInputs',
  ])
  expect(await text('getschemaversions', '')).toBe(
    document(
      '<Success><GetSchemaVersionsSuccess><SchemaVersion><MajorVersion>1</MajorVersion><MinorVersion>1</MinorVersion><Deprecated>false</Deprecated></SchemaVersion></GetSchemaVersionsSuccess></Success>',
    ),
  )
})

test('its state is an event from the start', () => {
  const known = device.events.current().filter(({ topic }) => topic.startsWith('Device/IO/'))
  expect(known).toHaveLength(33)
  expect(known[0]).toMatchObject({ source: { port: '1' }, data: { active: '0' } })
  expect(known[32]).toMatchObject({ source: { port: '1' }, data: { state: '0' } })
  expect(qualified(RULE_TOPICS.virtualInput)).toBe('tns1:Device/tnsaxis:IO/VirtualInput')
})

test('with a duration it deactivates itself by the device’s clock', async () => {
  expect(await activate('port=3&duration=5')).toBe(done('ActivateSuccess', true))
  await device.clock.advance(4_999)
  expect(await active()).toEqual([3])
  await device.clock.advance(1)
  expect(await active()).toEqual([])
  // What is active stays active, and ends after the new time.
  await activate('port=3&duration=5')
  await device.clock.advance(4_000)
  expect(await activate('port=3&duration=5')).toBe(done('ActivateSuccess', false))
  await device.clock.advance(4_000)
  expect(await active()).toEqual([3])
  await activate('port=3')
  await device.clock.advance(86_400_000)
  expect(await active()).toEqual([3])
})

test('a duration of 0 activates it for a moment', async () => {
  expect(await activate('port=32&duration=0')).toBe(done('ActivateSuccess', true))
  expect(heard.filter((one) => !one.startsWith('Changed'))).toEqual([
    'VirtualInput 32 1',
    'VirtualInput 32 0',
  ])
})

const MISSING = error(10, 'Missing argument.')
const ABSENT = error(20, 'The specified virtual input does not exist.')
const VERSION = error(30, 'The specified schema version is not supported.')
const DURATION = error(50, 'Invalid duration.')

test.each([
  ['', MISSING],
  ['schemaversion=1', MISSING],
  ['port=1', MISSING],
  ['schemaversion=1&port=0', ABSENT],
  ['schemaversion=1&port=33', ABSENT],
  ['schemaversion=1&port=-1', ABSENT],
  ['schemaversion=1&port=one', ABSENT],
  ['schemaversion=2&port=1', VERSION],
  ['schemaversion=1&port=1&duration=', DURATION],
  ['schemaversion=1&port=1&duration=-1', DURATION],
  ['schemaversion=1&port=1&duration=1.5', DURATION],
  ['schemaversion=1&port=1&duration=86401', DURATION],
])('activate.cgi?%s is refused with its code', async (query, refused) => {
  const answer = await call('activate', query)
  expect([answer.status, await answer.text()]).toEqual([200, refused])
  expect(await active()).toEqual([])
  expect(heard).toEqual([])
})

test('viewers neither read nor change inputs', async () => {
  for (const name of ['activate', 'deactivate', 'getschemaversions']) {
    expect((await call(name, 'schemaversion=1&port=1', 'view')).status).toBe(403)
  }
  expect((await device.fetch('/lintel/virtual-inputs', { as: 'view' })).status).toBe(403)
  expect(await active()).toEqual([])
})

test('a viewer pulls the manual trigger, for as long as the steps say', async () => {
  const answer = await trigger('6:/2000\\')
  expect([answer.status, answer.headers.get('content-type'), await answer.text()]).toEqual([
    200,
    expect.stringMatching(/^text\/plain/),
    '',
  ])
  expect(await active()).toEqual(['trigger'])
  await device.clock.advance(1_999)
  expect(await active()).toEqual(['trigger'])
  await device.clock.advance(1)
  expect(await active()).toEqual([])
  await trigger('6:/')
  await trigger('6:/500\\')
  await trigger('6:/')
  await device.clock.advance(60_000)
  expect(await active()).toEqual(['trigger'])
  await trigger('6:\\')
  expect(heard.filter((one) => !one.startsWith('Changed'))).toEqual([
    'VirtualPort 1 1',
    'VirtualPort 1 0',
    'VirtualPort 1 1',
    'VirtualPort 1 0',
  ])
})

test.each(['6', '6:', '6:x', ':/', '1:/', '7:/', '6:/60001\\'])(
  'the action %s is refused',
  async (action) => {
    const answer = await trigger(action)
    expect([answer.status, await answer.text()]).toEqual([
      400,
      expect.stringMatching(/^Error: .+\n$/),
    ])
    expect(await active()).toEqual([])
  },
)

test('everything is inactive after the state was restored', async () => {
  const file = `${device.plugged.dataFolder}/snapshot.db`
  await activate('port=1')
  device.database.save(file)
  await activate('port=2&duration=9')
  await trigger('6:/')
  device.receive({ type: 'restore', ask: 1, file, clockOffset: 0 })
  await expect.poll(() => device.sent.at(-1)).toEqual({ type: 'done', ask: 1 })
  expect(await active()).toEqual([])
})

test('all products have them, and say so', () => {
  for (const product of PRODUCTS) expect(servicesOf(product)).toContain(virtualInputService)
  expect(device.parameters.get('root.Properties.VirtualInput.VirtualInput')).toBe(true)
})
