import type { Client } from '@lintel/contract/client'
import { expect, test } from 'vitest'
import type { NetworkValues } from '../network/ipv4.ts'
import { applyNetwork } from '../network/apply.ts'
import { setUp, toNetwork } from './testing/set-up.ts'
import type { SetUp } from './testing/set-up.ts'

const OTHER = '192.168.0.91'

function typed({ wizard }: SetUp, change: Partial<NetworkValues>): NetworkValues {
  const { network } = wizard.state.get()
  if (!network) throw new Error('the network page was not read')
  return { ...network, ipAutomatic: false, dnsAutomatic: false, ...change }
}

/** Finishes with a static address; earlier requests are cleared. */
async function finished(all: SetUp, ipAddress: string) {
  await toNetwork(all)
  await all.wizard.chooseNetwork(typed(all, { ipAddress }))
  const { time } = all.wizard.state.get()
  if (!time) throw new Error('the time page was not read')
  all.device.requests.length = 0
  all.hold()
  const over = all.wizard.finish(time)
  await settled()
  all.pass()
  await settled()
  // Without a trial it waits once more, for the device to move.
  if (!all.device.host) {
    expect(all.went).toEqual([])
    all.pass()
  }
  await over
  return all.wizard.state.get()
}

const settled = () => new Promise((resolve) => setTimeout(resolve))

test('a static address is put on trial, and the console opened there with the ticket (SETUP-15)', async () => {
  const all = setUp()
  const { stage, move } = await finished(all, OTHER)
  expect(stage).toBe('done')
  const from = 'http://192.168.0.90:8080'
  expect(move).toEqual({ url: `http://${OTHER}:8080`, ticket: 'a-ticket', seconds: 120, from })
  expect(all.went).toEqual([`http://${OTHER}:8080/webapp/hw/#/?ticket=a-ticket&from=${from}`])
  expect(all.reloads()).toBe(0)
  expect(all.device.tried).toMatchObject([
    { 'root.Network.BootProto': 'none', 'root.Network.IPAddress': OTHER },
  ])
  expect(all.device.parameters.get('root.Network.BootProto')).toBe('dhcp')
})

test.each([
  ['https://127.0.0.1:8443/webapp/hw/', `https://${OTHER}:8443`],
  ['http://127.0.0.1:8080/webapp/hw/', `http://${OTHER}:8080`],
])('from %s it leads to %s: the protocol stays (OPEN-26)', async (here, url) => {
  const all = setUp()
  await toNetwork(all)
  const started = {
    stored: false,
    ticket: 'a-ticket',
    seconds: 120,
    addresses: { http: `http://${OTHER}:8080`, https: `https://${OTHER}:8443` },
  }
  const client = { call: () => Promise.resolve(started) } as unknown as Client
  const inUse = { address: '127.0.0.1', trials: true, values: typed(all, { ipAutomatic: true }) }
  const move = await applyNetwork(client, typed(all, { ipAddress: OTHER }), inUse, new URL(here))
  expect(move?.url).toBe(url)
})

test('while the new address can’t be reached it waits for the device to come back', async () => {
  const all = setUp()
  await finished(all, OTHER)
  await settled()
  expect(all.waits.at(-1)).toBe(120_000)
  all.device.gone = true
  all.pass()
  await settled()
  expect(all.reloads()).toBe(0)
  all.device.gone = false
  all.pass()
  await settled()
  expect(all.reloads()).toBe(1)
})

test('a device without trials shows where to open its console, and opens it there (OPEN-26)', async () => {
  const all = setUp()
  all.device.host = undefined
  const { move } = await finished(all, OTHER)
  expect(move).toEqual({ url: `http://${OTHER}:8080` })
  expect(all.went).toEqual([`http://${OTHER}:8080/webapp/hw/`])
  expect(all.waits.at(-1)).toBe(3_000)
  expect(all.device.requests.join()).not.toContain('trial')
  expect(all.device.parameters.get('root.Network.IPAddress')).toBe(OTHER)
})

test('a device without trials may move before its response arrives', async () => {
  const all = setUp()
  all.device.host = undefined
  await toNetwork(all)
  await all.wizard.chooseNetwork(typed(all, { ipAddress: OTHER }))
  const { time } = all.wizard.state.get()
  if (!time) throw new Error('not read')
  all.device.onCall = () => {
    if (all.device.requests.at(-1)?.includes('BootProto')) all.device.gone = true
  }
  await all.wizard.finish(time)
  expect(all.went).toEqual([`http://${OTHER}:8080/webapp/hw/`])
})

test('keeping the address that the page was opened at needs no trial', async () => {
  const all = setUp()
  const { move } = await finished(all, '192.168.0.90')
  expect(move).toBeUndefined()
  expect(all.device.parameters.get('root.Network.BootProto')).toBe('none')
  expect([all.went, all.reloads()]).toEqual([[], 1])
})

test('warns of an address that the host lacks, which takes a second press', async () => {
  const all = setUp()
  await toNetwork(all)
  const values = typed(all, { ipAddress: '192.0.2.11' })
  await all.wizard.chooseNetwork(values)
  expect(all.wizard.state.get()).toMatchObject({
    page: 'network',
    network: values,
    doubt: { address: '192.0.2.11', kind: 'elsewhere' },
  })
  await all.wizard.chooseNetwork({ ...values, ipAddress: '192.0.2.13' })
  expect(all.wizard.state.get().doubt?.address).toBe('192.0.2.13')
  await all.wizard.chooseNetwork({ ...values, ipAddress: '192.0.2.13' })
  expect(all.wizard.state.get()).toMatchObject({ page: 'time', doubt: undefined })
})

test('an address whose ports are taken is refused every time', async () => {
  const all = setUp()
  all.device.host?.add('192.168.0.92')
  await toNetwork(all)
  const values = typed(all, { ipAddress: '192.168.0.92' })
  await all.wizard.chooseNetwork(values)
  await all.wizard.chooseNetwork(values)
  expect(all.wizard.state.get()).toMatchObject({ page: 'network', doubt: { kind: 'taken' } })
})

test('going back to DHCP is a trial, too', async () => {
  const all = setUp()
  all.device.parameters.set('root.Network.BootProto', 'none')
  await toNetwork(all)
  await all.wizard.chooseNetwork({ ...typed(all, {}), ipAutomatic: true, dnsAutomatic: true })
  const { time } = all.wizard.state.get()
  if (!time) throw new Error('not read')
  all.hold()
  const over = all.wizard.finish(time)
  await settled()
  all.pass()
  await over
  expect(all.device.tried).toEqual([
    { 'root.Network.BootProto': 'dhcp', 'root.Network.Resolver.ObtainFromDHCP': 'yes' },
  ])
})

test('a refused trial can be corrected', async () => {
  const all = setUp()
  all.device.trouble('trial.start', 'refuse')
  const { stage, run } = await finished(all, OTHER)
  expect(stage).toBe('asking')
  expect(run?.tasks[run.done]).toBe('network')
  expect(run?.fault?.kind).toBe('refused')
  await all.wizard.tryAgain()
  expect(all.went).toHaveLength(1)
})
