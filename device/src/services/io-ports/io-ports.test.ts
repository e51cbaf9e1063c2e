import type { ParameterChanges } from '@lintel/contract/parameters/all'
import { productCalled } from '@lintel/contract/products/products'
import { PLAIN_WORLD } from '@lintel/contract/wire'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { openTestDevice } from '../testing/test-device.ts'
import type { TestDevice } from '../testing/test-device.ts'
import { clientNotesService } from '../client-notes/client-notes.ts'
import { ioPortService } from './io-ports.ts'

const PATH = '/axis-cgi/io/port.cgi'

let device: TestDevice
beforeEach(async () => {
  // Two inputs, two outputs; the last one is a relay.
  device = await openTestDevice([ioPortService, clientNotesService])
  device.makeAccounts()
})
afterEach(() => device.close())

const read = (query: string, as = 'view') => device.text(`${PATH}?${query}`, { as })
const act = (action: string, as = 'oper') =>
  device.fetch(`${PATH}?${new URLSearchParams({ action }).toString()}`, { as })
const set = (values: ParameterChanges) => device.parameters.set(values)
/** Closes these contacts at the terminals, and opens all others. */
const wire = (...contacts: number[]) =>
  device.receive({ type: 'world', world: { ...PLAIN_WORLD, contacts } })
const active = async (port: number) =>
  (await read(`checkactive=${port}`)) === `port${port}=active\n`
const changed = () => {
  const areas: (string | undefined)[] = []
  device.events.subscribe(({ data }) => areas.push(data['Area']))
  return areas
}

test('ports are counted from 1 and listed in the requested order (DEVICE-49, OPEN-46)', async () => {
  wire(2)
  const answer = await device.fetch(`${PATH}?check=1,2`, { as: 'view' })
  expect(answer.headers.get('content-type')).toMatch(/^text\/plain/)
  expect(await answer.text()).toBe('port1=0\nport2=1\n')
  expect(await read('checkactive=2,1')).toBe('port2=active\nport1=inactive\n')
  expect(await read('checkdirection=1,4')).toBe('port1=input\nport4=output\n')
  expect(await read('check=2&checkactive=2')).toBe('port2=1\nport2=active\n')
  const body = new URLSearchParams({ check: '2' })
  expect(await device.text(PATH, { method: 'POST', body, as: 'view' })).toBe('port2=1\n')
})

test('/ and \\ switch an output, with an empty response (DEVICE-50, OPEN-47)', async () => {
  const answer = await act('3:/')
  expect([answer.status, await answer.text()]).toEqual([200, ''])
  expect(await read('check=3,4')).toBe('port3=1\nport4=0\n')
  await act('3:\\')
  expect(await read('check=3')).toBe('port3=0\n')
  const body = new URLSearchParams({ action: '4:/' })
  expect((await device.fetch(PATH, { method: 'POST', body, as: 'oper' })).status).toBe(200)
  expect(await active(4)).toBe(true)
})

test('the active level decides what is open and what is closed (OPEN-47, DEVICE-29)', async () => {
  set({ 'root.IOPort.I2.Output.Active': 'open', 'root.IOPort.I0.Input.Trig': 'open' })
  expect(await read('check=1,3')).toBe('port1=0\nport3=1\n')
  expect(await read('checkactive=1,3')).toBe('port1=active\nport3=inactive\n')
  await act('3:/')
  expect(await read('check=3')).toBe('port3=0\n')
  wire(1)
  expect(await read('checkactive=1')).toBe('port1=inactive\n')
})

test('a sequence waits by the device’s clock between its steps (DEVICE-50)', async () => {
  await act('3:/300\\500/')
  expect(await active(3)).toBe(true)
  await device.clock.advance(299)
  expect(await active(3)).toBe(true)
  await device.clock.advance(1)
  expect(await active(3)).toBe(false)
  await device.clock.advance(499)
  expect(await active(3)).toBe(false)
  await device.clock.advance(1)
  expect(await active(3)).toBe(true)
  await device.clock.advance(60_000)
  expect(await active(3)).toBe(true)
})

test('a new order replaces one that is still running', async () => {
  await act('3:/300\\')
  await act('3:/')
  await device.clock.advance(1_000)
  expect(await active(3)).toBe(true)
})

test('a monostable output becomes inactive after its pulse, or earlier by an order (IO-04)', async () => {
  set({ 'root.IOPort.I3.Output.Mode': 'monostable', 'root.IOPort.I3.Output.PulseTime': 2500 })
  await act('4:/')
  await device.clock.advance(2_499)
  expect(await active(4)).toBe(true)
  await device.clock.advance(1)
  expect(await active(4)).toBe(false)
  await act('4:/')
  await act('4:\\')
  expect(await active(4)).toBe(false)
  // A second order restarts the pulse.
  await act('4:/')
  await device.clock.advance(2_000)
  await act('4:/')
  await device.clock.advance(2_000)
  expect(await active(4)).toBe(true)
  await device.clock.advance(500)
  expect(await active(4)).toBe(false)
})

test('a delay precedes the whole order, except for an order to become inactive (IO-04)', async () => {
  set({ 'root.IOPort.I2.Output.DelayTime': 1000 })
  await act('3:/500\\')
  await device.clock.advance(999)
  expect(await active(3)).toBe(false)
  await device.clock.advance(1)
  expect(await active(3)).toBe(true)
  await device.clock.advance(500)
  expect(await active(3)).toBe(false)
  await act('3:/')
  await act('3:\\')
  await device.clock.advance(5_000)
  expect(await active(3)).toBe(false)
  await act('3:/')
  await device.clock.advance(1_000)
  expect(await active(3)).toBe(true)
  await act('3:\\')
  expect(await active(3)).toBe(false)
})

test('a port that becomes an input is released and reads the contact that was closed all along', async () => {
  wire(3)
  await act('3:/1000\\1000/')
  set({ 'root.IOPort.I2.Direction': 'input' })
  expect(await read('check=3')).toBe('port3=1\n')
  expect(await (await act('3:/')).text()).toBe('Error: Port 3 is not an output.\n')
  set({ 'root.IOPort.I2.Direction': 'output' })
  expect(await active(3)).toBe(false)
  await device.clock.advance(10_000)
  expect(await active(3)).toBe(false)
})

test.each([
  ['a port that does not exist', 'check=5', 'Error: There is no port 5.\n'],
  ['port 0', 'check=0', 'Error: There is no port 0.\n'],
  ['an invalid list', 'checkactive=1;2', 'Error: Ports are numbers, separated by commas.\n'],
  ['an empty list', 'check=', 'Error: Ports are numbers, separated by commas.\n'],
  [
    'an empty query',
    '',
    'Error: One of check, checkactive, checkdirection, action and monitor is missing.\n',
  ],
  ['a monitor of a port that does not exist', 'monitor=9', 'Error: There is no port 9.\n'],
])('%s is refused with a reason', async (_what, query, message) => {
  const answer = await device.fetch(`${PATH}?${query}`, { as: 'view' })
  expect([answer.status, await answer.text()]).toEqual([400, message])
})

test.each([
  '3',
  '3:',
  '3:x',
  ':/',
  '3:300/',
  'I2:/',
  `3:${'/'.repeat(65)}`,
  '3:/60001\\',
  '9:/',
  '1:/',
])('the action %s is refused, and nothing switches', async (action) => {
  const answer = await act(action)
  expect(answer.status).toBe(400)
  expect(await answer.text()).toMatch(/^Error: .+/)
  expect(await read('checkactive=1,2,3,4')).not.toContain('=active')
})

test('viewers read, operators switch', async () => {
  expect((await act('3:/', 'view')).status).toBe(403)
  expect(await active(3)).toBe(false)
  expect((await act('3:/', 'oper')).status).toBe(200)
})

test('a monitor sends the state of the ports, each change, and keep-alives', async () => {
  const leave = new AbortController()
  const answer = await device.fetch(`${PATH}?monitor=1,3`, { as: 'view', signal: leave.signal })
  expect(answer.headers.get('content-type')).toBe('multipart/x-mixed-replace; boundary=ioboundary')
  let text = ''
  const reader = answer.body?.getReader()
  const reading = (async () => {
    for (;;) {
      const { done, value } = (await reader?.read()) ?? { done: true, value: undefined }
      if (done) return
      text += Buffer.from(value).toString()
    }
  })().catch(() => undefined)
  const part = (line: string) => `--ioboundary\r\nContent-Type: text/plain\r\n\r\n${line}\r\n`
  await expect.poll(() => text).toBe(part('1I:\\') + part('3O:\\'))
  text = ''
  wire(1)
  await act('3:/')
  await act('4:/')
  await expect.poll(() => text).toBe(part('1I:/') + part('3O:/'))
  text = ''
  await device.clock.advance(15_000)
  await expect.poll(() => text).toBe(part(''))
  leave.abort()
  await reading
  // A client that has left is no longer served.
  const reads = vi.spyOn(device.ioPorts, 'state')
  const countReads = () => {
    reads.mockClear()
    wire(1)
    wire()
    return reads.mock.calls.length
  }
  await expect.poll(countReads).toBe(0)
})

test('consoles and the bench are notified once per change', async () => {
  const areas = changed()
  set({ 'root.IOPort.I2.Output.Name': 'Strike' })
  areas.length = 0
  await act('3:/')
  await act('3:/')
  expect(areas).toEqual(['ports'])
  expect(device.benchLog).toEqual([['port.active', { port: 3, name: 'Strike', circuit: 'closed' }]])
  expect(device.sent.filter(({ type }) => type === 'terminals').at(-1)).toEqual({
    type: 'terminals',
    terminals: [
      { port: 1, name: 'Input 1', direction: 'input', closed: false, active: false },
      { port: 2, name: 'Input 2', direction: 'input', closed: false, active: false },
      { port: 3, name: 'Strike', direction: 'output', closed: true, active: true, door: false },
      { port: 4, name: 'Output 4', direction: 'output', closed: false, active: false, door: true },
    ],
  })
  wire(1)
  expect(areas).toEqual(['ports', 'ports'])
})

test('the bench hears which outputs open doors: relays, and those with the pulse of a strike', () => {
  const doors = () => {
    const sent = device.sent.flatMap((one) => (one.type === 'terminals' ? [one.terminals] : []))
    return sent.at(-1)?.flatMap(({ port, door }) => (door ? [port] : []))
  }
  set({ 'root.IOPort.I2.Output.Mode': 'monostable', 'root.IOPort.I2.Output.PulseTime': 999 })
  expect(doors()).toEqual([4])
  set({ 'root.IOPort.I2.Output.PulseTime': 1000 })
  expect(doors()).toEqual([3, 4])
})

test('restoring a snapshot returns the outputs to their normal state', async () => {
  const file = `${device.plugged.dataFolder}/snapshot.db`
  await act('3:/')
  device.database.save(file)
  await act('4:/1000\\')
  device.receive({ type: 'restore', ask: 1, file, clockOffset: 0 })
  await expect.poll(() => device.sent.at(-1)).toEqual({ type: 'done', ask: 1 })
  expect([device.ioPorts.state(3).active, device.ioPorts.state(4).active]).toEqual([false, false])
})

test('consoles are notified of a changed note', async () => {
  const areas = changed()
  await device.fetch('/axis-cgi/clientnotes/set.cgi?group=ACA&key=a&value=yes', { as: 'oper' })
  expect(areas).toEqual(['notes'])
})

test('getPorts returns all ports from 0, with the normal state of an active one (IO-04)', async () => {
  set({ 'root.IOPort.I3.Output.Active': 'open', 'root.IOPort.I3.Usage': 'Gate' })
  await act('4:/')
  const path = '/axis-cgi/io/portmanagement.cgi'
  const response = await device.json(path, { apiVersion: '1.0', method: 'getPorts' }, 'view')
  expect(response).toMatchObject({
    apiVersion: '1.1',
    method: 'getPorts',
    data: { numberOfPorts: 4 },
  })
  expect(response).toHaveProperty('data.items.3', {
    port: '3',
    configurable: false,
    usage: 'Gate',
    name: 'Output 4',
    direction: 'output',
    state: 'open',
    normalState: 'closed',
  })
})

test('a product without ports lacks these calls (FIX-11)', async () => {
  const { servicesOf } = await import('../services.ts')
  expect(servicesOf(productCalled('C1410'))).not.toContain(ioPortService)
  expect(servicesOf(productCalled('C1310-E'))).toContain(ioPortService)
})
