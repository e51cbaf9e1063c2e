import { expect, test } from 'vitest'
import { pagesOf, wouldLose } from './machine.ts'
import { PASSWORD, setUp, toNetwork, toTime } from './testing/set-up.ts'

test('a door station is asked for the power frequency, others are not (SETUP-01, SETUP-06)', async () => {
  const door = setUp()
  await door.wizard.load()
  expect(pagesOf(door.wizard.state.get().product)).toEqual([
    'password',
    'frequency',
    'network',
    'time',
    'finish',
  ])
  const horn = setUp()
  horn.device.prodType = 'Network Horn Speaker'
  await horn.wizard.load()
  await horn.wizard.claim(PASSWORD)
  expect(horn.wizard.state.get().page).toBe('network')
})

test('the frequency is 50 Hz until another one is chosen, and stored at once (SETUP-05, SETUP-07)', async () => {
  const { device, wizard } = setUp()
  await wizard.load()
  await wizard.claim(PASSWORD)
  expect(wizard.state.get().frequency).toBe('50Hz')
  await wizard.storeFrequency('60Hz')
  expect(device.parameters.get('root.ImageSource.I0.Sensor.PowerLineFrequency')).toBe('60Hz')
  expect(wizard.state.get().page).toBe('network')
})

test('a frequency that could not be stored stays on its page with the choice (OPEN-24)', async () => {
  const { device, wizard } = setUp()
  await wizard.load()
  await wizard.claim(PASSWORD)
  device.trouble('param.update', 'refuse')
  await expect(wizard.storeFrequency('60Hz')).rejects.toMatchObject({ kind: 'refused' })
  expect(wizard.state.get()).toMatchObject({ page: 'frequency', frequency: '60Hz', busy: false })
  await wizard.storeFrequency('60Hz')
  expect(wizard.state.get().page).toBe('network')
})

test('the network page shows the values in use and starts from the stored ones (SETUP-08, OPEN-33)', async () => {
  const all = setUp()
  await toNetwork(all)
  expect(all.wizard.state.get().networkReading).toEqual({
    address: '192.168.0.90',
    subnetMask: '255.255.255.0',
    router: '192.168.0.1',
    nameServers: ['192.168.0.1'],
    domainName: '',
    dhcp: true,
    trials: true,
    values: {
      ipAutomatic: true,
      dnsAutomatic: true,
      ipAddress: '192.168.0.90',
      subnetMask: '255.255.255.0',
      router: '192.168.0.1',
      domainName: 'old.example.com',
      dnsServer1: '192.168.0.2',
      dnsServer2: '0.0.0.0',
      friendlyName: 'AXIS A8307-E - B8A44F010203',
    },
  })
})

test('with a static address the name servers are not automatic (NET-10)', async () => {
  const all = setUp()
  all.device.parameters.set('root.Network.BootProto', 'none')
  await toNetwork(all)
  expect(all.wizard.state.get().network?.dnsAutomatic).toBe(false)
})

test('a page that fails to load is reported and can be retried (EXPECT-11)', async () => {
  const all = setUp()
  all.device.trouble('param.list', 'drop', 'timeout')
  await toNetwork(all)
  expect(all.wizard.state.get()).toMatchObject({ page: 'network', busy: false })
  expect(all.wizard.state.get().fault?.kind).toBe('unreachable')
  await all.wizard.load()
  expect(all.wizard.state.get().fault?.kind).toBe('timeout')
  await all.wizard.load()
  expect(all.wizard.state.get().fault).toBeUndefined()
  expect(all.wizard.state.get().network).toBeDefined()
  // The previous step is not repeated.
  expect(all.device.requests.filter((id) => id.startsWith('param.update'))).toHaveLength(1)
})

test('a failed start can be retried', async () => {
  const { device, wizard } = setUp()
  device.trouble('getbrand', 'drop')
  await wizard.load()
  expect(wizard.state.get()).toMatchObject({ stage: 'starting', busy: false })
  await wizard.load()
  expect(wizard.state.get().stage).toBe('asking')
})

test('network input is kept and not stored (SETUP-09)', async () => {
  const all = setUp()
  await toNetwork(all)
  const typed = {
    ipAutomatic: true,
    dnsAutomatic: false,
    ipAddress: '192.168.0.90',
    subnetMask: '255.255.255.0',
    router: '192.168.0.1',
    domainName: 'example.com',
    dnsServer1: '10.0.0.1',
    dnsServer2: '0.0.0.0',
  }
  await all.wizard.chooseNetwork(typed)
  expect(all.wizard.state.get()).toMatchObject({ page: 'time', network: typed })
  expect(all.device.parameters.get('root.Network.DNSServer1')).toBe('192.168.0.2')
})

test('Previous on the network page keeps what is typed there, and the frequency can be changed', async () => {
  const all = setUp()
  await toNetwork(all)
  const { network } = all.wizard.state.get()
  if (!network) throw new Error('not read')
  all.wizard.previous({ network: { ...network, domainName: 'half typ' } })
  expect(all.wizard.state.get()).toMatchObject({ page: 'frequency', frequency: '50Hz' })
  await all.wizard.storeFrequency('60Hz')
  expect(all.wizard.state.get()).toMatchObject({
    page: 'network',
    network: { domainName: 'half typ' },
  })
})

test('the device gets the language of the wizard once root exists, or set-up continues without', async () => {
  const german = setUp()
  german.language = 'de'
  await toNetwork(german)
  expect(german.device.language).toBe('german')
  const old = setUp()
  old.language = 'de'
  old.device.trouble('language.set', 'refuse')
  await toNetwork(old)
  expect([old.device.language, old.wizard.state.get().page]).toEqual(['english', 'network'])
  const english = setUp()
  await toNetwork(english)
  expect(english.device.requests).not.toContain('language.set')
})

test('Previous opens the network page, and both pages keep their input (SETUP-11)', async () => {
  const all = setUp()
  await toTime(all)
  const { time } = all.wizard.state.get()
  if (!time) throw new Error('not read')
  all.wizard.previous({ time: { ...time, source: 'named', server: 'half.typ' } })
  expect(all.wizard.state.get().page).toBe('network')
  const { network } = all.wizard.state.get()
  if (!network) throw new Error('not read')
  await all.wizard.chooseNetwork({ ...network, domainName: 'example.com' })
  expect(all.wizard.state.get()).toMatchObject({
    page: 'time',
    time: { source: 'named', server: 'half.typ' },
    network: { domainName: 'example.com' },
  })
})

test('the browser’s zone is suggested while the device has its factory zone', async () => {
  const all = setUp('Europe/Berlin')
  await toTime(all)
  expect(all.wizard.state.get().timeReading).toMatchObject({
    zone: 'Europe/Stockholm',
    zoneProposed: true,
    dhcpServer: '10.0.0.17',
  })
  expect(all.wizard.state.get().time?.zone).toBe('Europe/Berlin')
})

test.each([
  ['a zone that somebody chose stays', 'Europe/Berlin', 'America/New_York', 'America/New_York'],
  ['a zone by its other name is found', 'Asia/Kolkata', 'Europe/Stockholm', 'Asia/Calcutta'],
  [
    'a zone that the device lacks is not proposed',
    'Asia/Tokyo',
    'Europe/Stockholm',
    'Europe/Stockholm',
  ],
  ['a POSIX rule stays', 'Europe/Berlin', '', ''],
])('%s', async (_, here, there, chosen) => {
  const all = setUp(here)
  all.device.timeZone = there
  await toTime(all)
  expect(all.wizard.state.get().time?.zone).toBe(chosen)
})

test('date and time start from the device, in the chosen zone', async () => {
  const all = setUp('America/New_York')
  await toTime(all)
  expect(all.wizard.state.get().time).toMatchObject({
    automatic: true,
    source: 'dhcp',
    server: '',
    date: '20/11/2026',
    time: '08:07',
  })
})

test('only input or a pending call would be lost (EXPECT-01)', async () => {
  const all = setUp()
  const lost = () => wouldLose(all.wizard.state.get())
  await toTime(all)
  expect(lost()).toBe(false)
  all.wizard.prefill('21/11/2026', '09:00')
  const { time, network } = all.wizard.state.get()
  if (!time || !network) throw new Error('not read')
  all.wizard.previous({ time: { ...time, date: '21/11/2026', time: '09:00' } })
  expect(lost()).toBe(false)
  await all.wizard.chooseNetwork({ ...network, domainName: 'example.com' })
  expect(lost()).toBe(true)
})

test('a reload continues at the page where it was, with what was chosen there (OPEN-23)', async () => {
  const first = setUp()
  await toNetwork(first)
  const { network, networkReading } = first.wizard.state.get()
  if (!network || !networkReading) throw new Error('the network page was not read')
  const again = setUp()
  again.device.rootPassword = PASSWORD
  again.device.signedIn = true
  again.left = {
    page: 'finish',
    frequency: '60Hz',
    network: { ...network, domainName: 'typed.example.com' },
  }
  await again.wizard.load()
  const state = again.wizard.state.get()
  expect(state).toMatchObject({
    stage: 'asking',
    page: 'time',
    root: 'set',
    storedFrequency: '60Hz',
  })
  expect(state.network?.domainName).toBe('typed.example.com')
  expect(state.networkReading).toEqual(networkReading)
  expect(state.time?.zone).toBe('Europe/Berlin')
})

test('a reload after the session has ended asks for the password, then continues (OPEN-23, EXPECT-15)', async () => {
  const all = setUp()
  all.device.rootPassword = PASSWORD
  all.left = { page: 'network', frequency: '50Hz', network: undefined }
  await all.wizard.load()
  expect(all.wizard.state.get()).toMatchObject({ page: 'network', signedOut: true })
  await all.wizard.signInAgain(PASSWORD)
  expect(all.wizard.state.get()).toMatchObject({ page: 'network', signedOut: false })
  expect(all.wizard.state.get().network?.ipAddress).toBe('192.168.0.90')
})

test('without a note of this tab, a password that is set is somebody else’s', async () => {
  const all = setUp()
  all.device.rootPassword = PASSWORD
  await all.wizard.load()
  expect(all.wizard.state.get().stage).toBe('taken')
})

test('a public time server is proposed where DHCP provides none', async () => {
  const all = setUp()
  all.device.parameters.set('root.Time.NTP.VolatileServer', '')
  await toTime(all)
  expect(all.wizard.state.get().time).toMatchObject({
    automatic: true,
    source: 'named',
    server: 'pool.ntp.org',
  })
  expect(wouldLose(all.wizard.state.get())).toBe(false)
  const offered = setUp()
  await toTime(offered)
  expect(offered.wizard.state.get().time?.source).toBe('dhcp')
})
