/** Discovery of the device by a real Bonjour browser and a UPnP control point. */
import type { ChildProcess } from 'node:child_process'
import { spawn } from 'node:child_process'
import { advanceClock } from '@lintel/contract/bench'
import { updateParameters } from '@lintel/contract/calls/parameters'
import { restart } from '@lintel/contract/calls/system'
import { expect, test } from '@playwright/test'
import { canBrowse, startAvahi } from '../rig/avahi.ts'
import type { Avahi } from '../rig/avahi.ts'
import { canMakeNamespace, makeNamespace } from '../../device/src/testing/namespace.ts'
import type { Namespace } from '../../device/src/testing/namespace.ts'
import { startRig } from '../rig/rig.ts'
import type { Rig } from '../rig/rig.ts'

/** Searches for everything on each line of input, and prints what it receives as lines of JSON. */
const CONTROL_POINT = `
  const socket = require('node:dgram').createSocket({ type: 'udp4', reuseAddr: true })
  const search = ['M-SEARCH * HTTP/1.1', 'HOST: 239.255.255.250:1900', 'MAN: "ssdp:discover"',
    'MX: 1', 'ST: ssdp:all', '', ''].join('\\r\\n')
  socket.on('message', (bytes) => console.log(JSON.stringify(bytes.toString())))
  socket.bind(1900, () => {
    socket.addMembership('239.255.255.250', process.argv[1])
    socket.setMulticastInterface(process.argv[1])
    process.stdin.on('data', () =>
      socket.send(search, 1900, '239.255.255.250', () => console.log('"searched"')))
    console.log('""')
  })
`

let namespace: Namespace
let rig: Rig
let avahi: Avahi
let point: ChildProcess
let heard: string[] = []

test.skip(!canMakeNamespace(), 'needs Linux, root and iproute2')
test.skip(!canBrowse(), 'needs avahi-daemon, avahi-browse and dbus-daemon')

test.beforeAll(async () => {
  namespace = makeNamespace()
  rig = await startRig({ bind: namespace.outside })
  await rig.put('ready')
  avahi = await startAvahi(namespace.within)
  const { within, inside } = namespace
  point = spawn('env', [...within, process.execPath, '-e', CONTROL_POINT, inside])
  let rest = ''
  point.stdout?.on('data', (chunk: Buffer) => {
    const lines = (rest + chunk.toString()).split('\n')
    rest = lines.pop() ?? ''
    heard.push(...lines.map((line) => JSON.parse(line) as string))
  })
  await expect.poll(() => heard).toContain('')
})

test.afterAll(async () => {
  point.kill()
  await avahi.stop()
  await rig.stop()
  namespace.remove()
})

const serviceNames = async () =>
  (await avahi.browse()).map(({ name, type }) => `${name}, ${type}`).toSorted()
const set = (values: Record<string, string>) =>
  rig.root.call(
    updateParameters,
    Object.fromEntries(
      Object.entries(values).map(([name, value]) => [`root.Network.${name}`, value]),
    ),
  )
const header = (message: string, name: string) =>
  new RegExp(`^${name}: (.*)\r$`, 'm').exec(message)?.[1] ?? ''
const notices = (kind: string) =>
  heard.filter((message) => header(message, 'NTS') === `ssdp:${kind}`)
const answers = () => heard.filter((message) => message.startsWith('HTTP/1.1 200 OK\r\n'))

function search(): void {
  heard = []
  point.stdin?.write('\n')
}

test('others on the network see the device appear, change its name and leave (NET-34, NET-30)', async () => {
  test.slow()
  const { http } = rig.addresses
  await set({ 'Bonjour.FriendlyName': 'Gate 1.2 Süd', 'UPnP.FriendlyName': 'Gate 1.2 Süd' })

  await test.step('it is discovered at the addresses where it responds', async () => {
    await expect.poll(serviceNames).toEqual(expect.arrayContaining(['Gate 1.2 Süd, Web Site']))
    const services = await avahi.browse()
    const ofType = (type: string) => services.find((service) => service.type === type)
    expect(ofType('_axis-video._tcp')).toMatchObject({ name: 'Gate 1.2 Süd' })
    const site = ofType('Web Site')
    expect(site?.host).toMatch(/^axis-[\da-f]+\.local$/)
    expect(`http://${site?.address}:${site?.port}`).toBe(http)
    expect(site?.text).toContain('"path=/"')
    expect(ofType('Secure Web Site')?.port).toBe(Number(new URL(rig.addresses.https).port))

    search()
    await expect.poll(() => answers().map((answer) => header(answer, 'ST')).length).toBe(3)
    const [answer = ''] = answers()
    const description = await fetch(header(answer, 'LOCATION'))
    expect(await description.text()).toContain('<friendlyName>Gate 1.2 Süd</friendlyName>')
  })

  await test.step('a changed name is announced at once', async () => {
    await set({
      'Bonjour.FriendlyName': 'Back gate',
      'UPnP.FriendlyName': 'Back gate',
      HostName: 'back-gate',
    })
    await expect.poll(serviceNames).toEqual(expect.arrayContaining(['Back gate, Web Site']))
    expect((await serviceNames()).some((one) => one.startsWith('Gate 1.2'))).toBe(false)
    const hosts = (await avahi.browse()).map(({ host }) => host)
    expect(new Set(hosts)).toEqual(new Set(['back-gate.local']))
  })

  await test.step('a restart removes it and adds it again', async () => {
    heard = []
    await rig.root.call(restart, {})
    await expect.poll(() => notices('byebye').length).toBeGreaterThanOrEqual(3)
    await expect.poll(() => notices('alive').length).toBeGreaterThanOrEqual(3)
    const boot = (message = '') => Number(header(message, 'BOOTID.UPNP.ORG'))
    expect(boot(notices('alive')[0])).toBeGreaterThan(boot(notices('byebye')[0]))
    await expect.poll(serviceNames).toEqual(expect.arrayContaining(['Back gate, Web Site']))
  })

  await test.step('it disappears when discovery is off', async () => {
    heard = []
    await set({ 'Bonjour.Enabled': 'no', 'UPnP.Enabled': 'no' })
    await expect.poll(() => notices('byebye').length).toBeGreaterThanOrEqual(3)
    await expect.poll(serviceNames).toEqual([])
    expect((await fetch(`${http}/rootdesc1.xml`)).status).toBe(404)
    search()
    await expect.poll(() => heard).toContain('searched')
    // A late response would arrive within a second, before what is announced afterwards.
    await rig.bench.call(advanceClock, { milliseconds: 2_000 })
    await set({ 'UPnP.Enabled': 'yes' })
    await expect.poll(() => notices('alive').length).toBeGreaterThanOrEqual(3)
    expect(answers()).toEqual([])
  })
})
