import { expect, test } from 'vitest'
import { wouldLose } from './machine.ts'
import type { NetworkValues } from '../network/ipv4.ts'
import type { TimeValues } from './draft.ts'
import type { SetUp } from './testing/set-up.ts'
import { PASSWORD, setUp, toTime } from './testing/set-up.ts'

const byHand = { automatic: false, date: '29/02/2028', time: '07:05' }
const ownServers: NetworkValues = {
  ipAutomatic: true,
  ipAddress: '192.168.0.90',
  subnetMask: '255.255.255.0',
  router: '192.168.0.1',
  dnsAutomatic: false,
  domainName: 'example.com',
  dnsServer1: '10.0.0.1',
  dnsServer2: '0.0.0.0',
}

/** At the time page, with the earlier requests cleared. */
async function ready(zone?: string): Promise<SetUp> {
  const all = setUp(zone)
  await toTime(all)
  all.device.requests.length = 0
  return all
}

function typed({ wizard }: SetUp, change: Partial<TimeValues> = {}): TimeValues {
  const { time } = wizard.state.get()
  if (!time) throw new Error('the time page was not read')
  return { ...time, ...change }
}

const state = ({ wizard }: SetUp) => wizard.state.get()

/** Flushes pending promises. */
const settled = () => new Promise((resolve) => setTimeout(resolve))

test('automatic time: source, zone, 5 s, read again, network, reload (SETUP-12, SETUP-13, SETUP-14)', async () => {
  const all = await ready()
  await all.wizard.finish(typed(all))
  expect(all.device.requests).toEqual([
    'param.update root.Time.SyncSource=NTP&root.Time.ObtainFromDHCP=yes',
    'time.setTimeZone',
    'wait 5000',
    'time.getDateTimeInfo',
    'param.update root.Network.BootProto=dhcp&root.Network.Resolver.ObtainFromDHCP=yes',
  ])
  expect(all.device.timeZone).toBe('Europe/Berlin')
  expect(all.reloads()).toBe(1)
  expect(state(all).stage).toBe('done')
  expect(wouldLose(state(all))).toBe(false)
})

test('manual time: the date is set after the zone, with second 0 (SETUP-16, SETUP-17, TIME-06)', async () => {
  const all = await ready()
  await all.wizard.finish(typed(all, byHand))
  expect(all.device.requests).toEqual([
    'param.update root.Time.SyncSource=None',
    'time.setTimeZone',
    'date.set',
    'wait 5000',
    'time.getDateTimeInfo',
    'param.update root.Network.BootProto=dhcp&root.Network.Resolver.ObtainFromDHCP=yes',
  ])
  expect(all.device.date).toEqual({
    year: '2028',
    month: '2',
    day: '29',
    hour: '7',
    minute: '5',
    second: '0',
  })
})

test('a named server and own name servers are stored (TIME-05, TIME-14, NET-23)', async () => {
  const all = await ready()
  all.wizard.previous()
  await all.wizard.chooseNetwork(ownServers)
  await all.wizard.finish(typed(all, { source: 'named', server: 'pool.ntp.org' }))
  const get = (name: string) => all.device.parameters.get(name)
  expect(get('root.Time.NTP.Server')).toBe('pool.ntp.org')
  expect(get('root.Time.ObtainFromDHCP')).toBe('no')
  expect(get('root.Network.Resolver.ObtainFromDHCP')).toBe('no')
  expect(get('root.Network.DomainName')).toBe('example.com')
  expect(get('root.Network.DNSServer1')).toBe('10.0.0.1')
})

test('a name given to the device is stored, before an address that may lead away', async () => {
  const all = await ready()
  all.wizard.previous()
  const { network } = state(all)
  if (!network) throw new Error('the network page was not read')
  await all.wizard.chooseNetwork({ ...network, friendlyName: 'Front door' })
  await all.wizard.finish(typed(all))
  expect(all.device.requests.slice(-2)).toEqual([
    'param.update root.Network.Bonjour.FriendlyName=Front+door&root.Network.UPnP.FriendlyName=Front+door',
    'param.update root.Network.BootProto=dhcp&root.Network.Resolver.ObtainFromDHCP=yes',
  ])
})

test('a POSIX rule that stays is not set', async () => {
  const all = setUp()
  all.device.timeZone = ''
  await toTime(all)
  await all.wizard.finish(typed(all))
  expect(all.device.requests).not.toContain('time.setTimeZone')
  expect(all.reloads()).toBe(1)
})

test('nothing is stored before the five seconds are over, and leaving asks', async () => {
  const all = await ready()
  all.hold()
  const finishing = all.wizard.finish(typed(all))
  await settled()
  expect(all.device.requests.at(-1)).toBe('wait 5000')
  expect(state(all).run).toMatchObject({ done: 2, fault: undefined })
  expect(wouldLose(state(all))).toBe(true)
  await all.wizard.finish(typed(all))
  await all.wizard.tryAgain()
  all.wizard.previous()
  expect(state(all).page).toBe('finish')
  all.pass()
  await finishing
  expect(all.device.requests.filter((id) => id === 'time.setTimeZone')).toHaveLength(1)
})

test.each(['drop', 'cut', 'timeout'] as const)(
  'after a %s in any step it waits for the device and continues there',
  async (kind) => {
    for (const [id, done] of [
      ['param.update', 0],
      ['time.setTimeZone', 1],
      ['date.set', 2],
      ['time.getDateTimeInfo', 4],
    ] as const) {
      const all = await ready()
      all.device.trouble(id, kind)
      await all.wizard.finish(typed(all, byHand))
      await settled()
      expect(state(all)).toMatchObject({ page: 'finish', busy: false })
      expect(state(all).run).toMatchObject({ done, gone: false })
      expect(all.device.requests.at(-1)).toBe('systemready')
      await all.wizard.tryAgain()
      expect(all.reloads()).toBe(1)
      expect(all.device.date?.['minute']).toBe('5')
      expect(all.device.timeZone).toBe('Europe/Berlin')
      // Completed steps are not repeated.
      if (done > 1)
        expect(all.device.requests.filter((one) => one === 'time.setTimeZone').length).toBe(1)
    }
  },
)

test('an unreachable device is polled every five seconds until it is back', async () => {
  const all = await ready()
  all.hold()
  const finishing = all.wizard.finish(typed(all))
  await settled()
  all.device.gone = true
  all.pass()
  await finishing
  await settled()
  expect(state(all).run).toMatchObject({ done: 3, gone: true })
  expect(all.waits).toEqual([5000, 5000])
  all.pass()
  await settled()
  expect(all.waits).toEqual([5000, 5000, 5000])
  all.device.gone = false
  all.pass()
  await settled()
  expect(state(all).run).toMatchObject({ done: 3, gone: false })
  expect(all.reloads()).toBe(0)
  await all.wizard.tryAgain()
  expect(all.reloads()).toBe(1)
})

test('polling stops once the wizard goes back a page', async () => {
  const all = await ready()
  all.device.trouble('param.update', 'drop')
  all.device.trouble('systemready', 'drop', 'drop')
  all.hold()
  await all.wizard.finish(typed(all))
  await settled()
  all.wizard.previous()
  const before = all.device.requests.length
  all.pass()
  await settled()
  expect(all.device.requests).toHaveLength(before)
})

test('a device that is unreachable again is polled once, not twice', async () => {
  const all = await ready()
  all.device.gone = true
  all.hold()
  const polls = () => all.device.requests.filter((id) => id === 'systemready').length
  await all.wizard.finish(typed(all))
  await settled()
  all.wizard.previous()
  await all.wizard.finish(typed(all))
  await settled()
  const before = polls()
  all.pass()
  await settled()
  expect(polls()).toBe(before + 1)
})

test('a refused time server is reported at its field, and the input stays (TIME-13)', async () => {
  const all = await ready()
  const values = typed(all, { source: 'named', server: 'pool.ntp.org' })
  all.device.trouble('param.update', 'refuse')
  await all.wizard.finish(values)
  expect(state(all)).toMatchObject({
    page: 'time',
    serverRefused: true,
    busy: false,
    time: values,
    run: undefined,
  })
  await all.wizard.finish(values)
  expect(state(all).serverRefused).toBe(false)
  expect(all.reloads()).toBe(1)
})

test('a refusal of another step is reported and can be corrected on earlier pages', async () => {
  const all = await ready()
  all.device.trouble('date.set', 'refuse')
  await all.wizard.finish(typed(all, byHand))
  await settled()
  expect(state(all).run).toMatchObject({ done: 2, gone: false, fault: { kind: 'refused' } })
  expect(all.device.requests).not.toContain('systemready')
  all.wizard.previous()
  expect(state(all)).toMatchObject({ page: 'time', run: undefined, time: byHand })
  await all.wizard.finish(typed(all, { time: '08:00' }))
  expect(all.device.date?.['hour']).toBe('8')
})

test('an ended session asks for the password and resumes the interrupted step (EXPECT-15)', async () => {
  const all = await ready()
  all.device.signedIn = false
  await all.wizard.finish(typed(all))
  expect(state(all)).toMatchObject({ page: 'finish', signedOut: true, busy: false })
  await all.wizard.signInAgain('wrong')
  expect(state(all)).toMatchObject({ signedOut: true, wrongPassword: true })
  await all.wizard.signInAgain(PASSWORD)
  expect(state(all).signedOut).toBe(false)
  expect(all.reloads()).toBe(1)
})

test('the password dialog can be closed, and returns with the next press', async () => {
  const all = await ready()
  all.device.signedIn = false
  await all.wizard.finish(typed(all))
  all.wizard.postponeSignIn()
  expect(state(all)).toMatchObject({ signedOut: false, run: { fault: { kind: 'signedOut' } } })
  await all.wizard.tryAgain()
  expect(state(all).signedOut).toBe(true)
})

test('a sign-in without a response is reported in the dialog', async () => {
  const all = await ready()
  all.device.signedIn = false
  await all.wizard.finish(typed(all))
  all.device.trouble('session.signIn', 'drop')
  await expect(all.wizard.signInAgain(PASSWORD)).rejects.toMatchObject({ kind: 'unreachable' })
  await all.wizard.signInAgain(PASSWORD)
  expect(all.reloads()).toBe(1)
})

test('an ended session on an earlier page repeats its call, and only that', async () => {
  const { device, wizard } = setUp()
  await wizard.load()
  await wizard.claim(PASSWORD)
  device.signedIn = false
  await wizard.storeFrequency('60Hz')
  expect(wizard.state.get()).toMatchObject({ page: 'frequency', signedOut: true })
  await wizard.signInAgain(PASSWORD)
  expect(wizard.state.get().page).toBe('network')
  expect(device.parameters.get('root.ImageSource.I0.Sensor.PowerLineFrequency')).toBe('60Hz')
})

test('a device reset to factory defaults starts over', async () => {
  const all = await ready()
  all.device.signedIn = false
  all.device.rootPassword = undefined
  await all.wizard.finish(typed(all))
  await all.wizard.signInAgain(PASSWORD)
  expect(all.reloads()).toBe(1)
  expect(wouldLose(state(all))).toBe(false)
})
