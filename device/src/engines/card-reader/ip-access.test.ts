import { expect, onTestFinished, test, vi } from 'vitest'
import { makeSelfSigned } from '../../certificates/make.ts'
import { DAY } from '../../certificates/validity.ts'
import type { ServerResponse } from 'node:http'
import { openDoorController, TWO_DOORS } from './testing/door-controller.ts'
import { openIpAccessRig } from './testing/ip-access-rig.ts'

const signal = new AbortController().signal
const MINUTE = 60_000

/** A controller, and a reader that is connected to its first door and has started. */
async function openConnected(tls?: { key: string; cert: string }) {
  const controller = await openDoorController(tls)
  onTestFinished(() => controller.close())
  const rig = openIpAccessRig({
    Address: controller.address,
    ...(tls && { Scheme: 'https', VerifyCertificate: false }),
  })
  const { IPAccessOptions } = await rig.probe({
    Address: controller.address,
    ...(tls && { Scheme: 'https', VerifyCertificate: false }),
  })
  const [first] = IPAccessOptions
  const chosen = await rig.ipAccess.choose(first?.Id ?? '', signal)
  rig.set(chosen ?? {})
  rig.ipAccess.start()
  const told = (status: string) => vi.waitFor(() => expect(rig.statuses()).toEqual([status]))
  return { controller, rig, told, Id: first?.Id }
}

const CONNECTED = 'The server is connected.'
const UNREACHABLE = "The server can't be reached."

test('an address without an access point has a warning instead of connections (READER-29)', async () => {
  const { ipAccess, set } = openIpAccessRig()
  expect(ipAccess.connections()).toEqual([])
  set({ Address: 'controller.example' })
  expect(ipAccess.connections()).toEqual([
    { Id: '', Name: '', StatusText: 'No access point of the server is chosen yet.' },
  ])
})

test('a connection is followed: lost, found again, its access point removed (DEVICE-64)', async () => {
  const { controller, rig, told, Id } = await openConnected()
  await told(CONNECTED)
  expect(rig.ipAccess.connections()).toEqual([{ Id, Name: 'Main entrance', StatusText: CONNECTED }])
  // The next look is a minute later, and retries come soon after.
  controller.instead = (_, response) => void response.destroy()
  await rig.clock.advance(MINUTE)
  await told(UNREACHABLE)
  controller.instead = undefined
  expect(await rig.lookIn()).toBe(10_000)
  await rig.clock.advance(10_000)
  await told(CONNECTED)
  controller.answers = {
    ...TWO_DOORS,
    'pacsaxis:GetAccessPointList': {
      AccessPoint: [
        { token: 'new', Name: 'New', Entity: 'door', IdPointDevice: [{ IdPoint: 'reader' }] },
      ],
    },
  }
  await rig.clock.advance(await rig.lookIn())
  await told('The server no longer has this access point.')
  controller.answers = { ...TWO_DOORS, 'pacsaxis:GetAccessPointList': {} }
  await rig.clock.advance(await rig.lookIn())
  await told('The server has no access points.')
})

test('a server that is away is asked ever less often, and one that refuses the user seldom', async () => {
  const { controller, rig, told } = await openConnected()
  await told(CONNECTED)
  /** Seconds between so many looks, each of which the server answers. */
  const secondsBetween = async (looks: number) => {
    const seconds: number[] = []
    for (let look = 0; look < looks; look += 1) {
      const ms = await rig.lookIn()
      seconds.push(ms / 1000)
      const before = controller.requests
      await rig.clock.advance(ms)
      await vi.waitFor(() => expect(controller.requests).toBeGreaterThan(before))
    }
    return seconds
  }
  controller.instead = (_, response) => void response.writeHead(500).end()
  expect(await secondsBetween(8)).toEqual([60, 10, 20, 40, 80, 160, 300, 300])
  await told('What answers there is not a door controller.')
  controller.instead = undefined
  expect(await secondsBetween(1)).toEqual([300])
  await told(CONNECTED)
  controller.instead = (_, response) => void response.writeHead(401).end()
  expect(await secondsBetween(3)).toEqual([60, 300, 300])
  await told("The server doesn't accept the username or the password.")
})

test('an access point that another client has stored under an id of its own is recognised', async () => {
  const { rig, told } = await openConnected()
  await told(CONNECTED)
  const [point] = rig.stored().RequestAccessConfiguration
  const own = { ...point, Id: 'door', Name: 'Door' }
  rig.set({ RequestAccessConfiguration: [own] })
  await told(CONNECTED)
  const { SuggestedId } = await rig.probe({ Address: rig.stored().Address })
  expect(SuggestedId).toBe(point?.Id)
  const gone = 'The server no longer has this access point.'
  for (const other of [
    { SourceToken: 'reader-2' },
    { AccessControllerToken: 'other' },
    { TargetToken: 'door-2' },
  ]) {
    rig.set({ RequestAccessConfiguration: [{ ...own, ...other }] })
    await told(gone)
  }
  // Of a reader with one door, its token need not be given.
  const { TargetToken: _, ...without } = own
  rig.set({ RequestAccessConfiguration: [without] })
  await told(CONNECTED)
})

test('a refused request is looked into: the access point may be gone', async () => {
  const { controller, rig, told } = await openConnected()
  await told(CONNECTED)
  controller.answers = { ...TWO_DOORS, 'pacsaxis:GetAccessPointList': {} }
  delete controller.answers['pacsaxis:RequestAccess']
  expect(await rig.ipAccess.request({ pin: '1234' })).toMatchObject({ failure: 'unreadable' })
  await told('The server has no access points.')
})

test('a decision is told with the access point that was asked, whatever is stored by then', async () => {
  const { controller, rig, told } = await openConnected()
  await told(CONNECTED)
  const asked = new Promise<void>((resolve) => {
    controller.answers = {
      ...TWO_DOORS,
      'pacsaxis:RequestAccess': () => {
        resolve()
        rig.set({ RequestAccessConfiguration: [{ Id: 'other', Name: 'Other', SourceToken: 'x' }] })
        return { AccessGranted: true, Reason: 'Granted' }
      },
    }
  })
  expect(await rig.ipAccess.request({ pin: '1234' })).toMatchObject({ granted: true })
  expect(rig.statuses()).not.toEqual([CONNECTED])
  await asked
  expect(rig.benchLog).toEqual([['access.granted', { name: 'Main entrance' }]])
  // The answer says nothing of the server that is followed now.
  await told('The server no longer has this access point.')
})

test('without a cable nothing is asked, and once it is back the server is', async () => {
  const { controller, rig, told } = await openConnected()
  await told(CONNECTED)
  rig.plug(false)
  expect(rig.statuses()).toEqual(['The network cable is unplugged.'])
  const before = controller.requests
  await rig.clock.advance(5 * MINUTE)
  expect(await rig.ipAccess.request({ pin: '1234' })).toEqual({
    granted: false,
    failure: 'unreachable',
  })
  expect(controller.requests).toBe(before)
  rig.plug(true)
  await told(CONNECTED)
})

test('a reader with another protocol asks nobody', async () => {
  const { controller, rig, told } = await openConnected()
  await told(CONNECTED)
  rig.set({}, 'OSDP')
  expect(rig.statuses()).toEqual(['Not in use'])
  const before = controller.requests
  await rig.clock.advance(5 * MINUTE)
  expect(await rig.ipAccess.request({ pin: '1234' })).toEqual({ granted: false, failure: 'notSet' })
  expect(controller.requests).toBe(before)
})

test('a certificate authority that is installed makes the server trusted at once', async () => {
  const tls = await makeSelfSigned({
    key: 'EC-P256',
    subject: [{ name: 'CN', value: 'controller' }],
    names: ['127.0.0.1'],
    from: new Date(Date.now() - DAY),
    until: new Date(Date.now() + DAY),
  })
  const { rig, told } = await openConnected(tls)
  await told(CONNECTED)
  rig.set({ VerifyCertificate: true })
  await told('The certificate of the server is not from an authority that this device trusts.')
  rig.trust(tls.cert)
  await told(CONNECTED)
})

test('a card and a PIN reach the server as its documentation has them, and the result is an event', async () => {
  const { controller, rig, told } = await openConnected()
  await told(CONNECTED)
  // 26 bits, which take four bytes.
  const card = (0xc0de12).toString(2).padStart(26, '0')
  expect(await rig.ipAccess.request({ card, pin: '1234' })).toEqual({
    granted: true,
    reason: 'Granted',
  })
  expect(controller.asked.at(-1)).toEqual({
    path: '/vapix/pacs',
    message: {
      'pacsaxis:RequestAccess': {
        Action: 'Access',
        IdData: [
          { Name: 'Card', Value: '00C0DE12' },
          { Name: 'PIN', Value: '1234' },
        ],
        SourceToken: 'reader-1',
        TargetToken: 'door-1',
        Token: 'controller',
      },
    },
  })
  controller.answers = {
    ...TWO_DOORS,
    'pacsaxis:RequestAccess': { AccessGranted: false, Reason: 'InvalidCredential' },
  }
  expect(await rig.ipAccess.request({ pin: '1' })).toEqual({
    granted: false,
    reason: 'InvalidCredential',
  })
  expect(rig.published).toEqual([
    {
      topic: 'Device/Lintel/Access',
      data: { AccessGranted: 'true', Reason: 'Granted', AccessPoint: 'Main entrance' },
    },
    {
      topic: 'Device/Lintel/Access',
      data: { AccessGranted: 'false', Reason: 'InvalidCredential', AccessPoint: 'Main entrance' },
    },
  ])
  expect(rig.benchLog).toEqual([
    ['access.granted', { name: 'Main entrance' }],
    ['access.denied', { name: 'Main entrance', reason: 'InvalidCredential' }],
  ])
  expect(rig.shown).toEqual([true, false])
})

test('a card that the server cannot decide about is not let in, and shows in the connection', async () => {
  const { controller, rig, told } = await openConnected()
  await told(CONNECTED)
  controller.instead = (_, response) => void response.destroy()
  expect(await rig.ipAccess.request({ pin: '1234' })).toEqual({
    granted: false,
    failure: 'unreachable',
  })
  expect(rig.statuses()).toEqual([UNREACHABLE])
  expect(rig.benchLog).toEqual([
    ['access.failed', { name: 'Main entrance', why: 'ConnectionError' }],
  ])
  controller.instead = undefined
  // Also a card of no bits, which a custom format can make of one.
  expect(await rig.ipAccess.request({ card: '' })).toMatchObject({ granted: true })
  expect(rig.statuses()).toEqual([CONNECTED])
  controller.answers = { ...TWO_DOORS, 'pacsaxis:RequestAccess': { AccessGranted: 'yes' } }
  expect(await rig.ipAccess.request({ pin: '1234' })).toEqual({
    granted: false,
    failure: 'unreadable',
  })
  expect(rig.published.at(-1)?.data).toMatchObject({
    AccessGranted: 'false',
    Failure: 'unreadable',
  })
})

test('of many cards at once, four are under way and the others refused', async () => {
  const { controller, rig, told } = await openConnected()
  await told(CONNECTED)
  const held: ServerResponse[] = []
  controller.instead = (_, response) => void held.push(response)
  const results = Array.from({ length: 6 }, () => rig.ipAccess.request({ pin: '1234' }))
  await vi.waitFor(() => expect(held).toHaveLength(4))
  for (const response of held) response.writeHead(403).end()
  const failures = (await Promise.all(results)).map((one) => 'failure' in one && one.failure)
  expect(failures).toEqual(['noRight', 'noRight', 'noRight', 'noRight', 'busy', 'busy'])
})

test('what is presented at the reader is passed on; a PIN soon after a card goes with it', async () => {
  const { controller, rig, told } = await openConnected()
  await told(CONNECTED)
  controller.answers = {
    ...TWO_DOORS,
    'pacsaxis:RequestAccess': ({ IdData }: { IdData: { Name: string }[] }) => ({
      AccessGranted: IdData.length === 2,
      Reason: '',
    }),
  }
  /** The IdData of the request that this makes, once it is answered. */
  const passed = async (presented: Parameters<typeof rig.present>[0]) => {
    const before = rig.published.length
    rig.present(presented)
    await vi.waitFor(() => expect(rig.published).toHaveLength(before + 1))
    const { 'pacsaxis:RequestAccess': asked } = controller.asked.at(-1)?.message ?? {}
    const { IdData } = asked as { IdData: { Name: string; Value: string }[] }
    return IdData.map(({ Name, Value }) => `${Name} ${Value}`)
  }
  const card = { kind: 'card', message: '10100101' } as const
  const pin = { kind: 'pin', keys: '1234' } as const
  expect(await passed(pin)).toEqual(['PIN 1234'])
  expect(await passed(card)).toEqual(['Card A5'])
  await rig.clock.advance(9999)
  expect(await passed(pin)).toEqual(['Card A5', 'PIN 1234'])
  expect(rig.benchLog.map(([id]) => id)).toEqual([
    'access.denied',
    'access.denied',
    'access.granted',
  ])
  // The card counts once, and not for ever.
  expect(await passed(pin)).toEqual(['PIN 1234'])
  await passed(card)
  await rig.clock.advance(10_000)
  expect(await passed(pin)).toEqual(['PIN 1234'])
  // A card that was let in needs no PIN.
  controller.answers = TWO_DOORS
  await passed(card)
  expect(await passed(pin)).toEqual(['PIN 1234'])
})

test('cards of a reader with another protocol are not passed on', async () => {
  const { controller, rig, told } = await openConnected()
  await told(CONNECTED)
  rig.set({}, 'Wiegand')
  rig.present({ kind: 'card', message: '1' })
  rig.set({}, 'IPAccess')
  rig.present({ kind: 'pin', keys: '1' })
  await vi.waitFor(() => expect(rig.published).toHaveLength(1))
  expect(rig.benchLog).toHaveLength(1)
  // Beside the looks at the server.
  const requests = controller.asked.flatMap(
    ({ message }) => message['pacsaxis:RequestAccess'] ?? [],
  )
  expect(requests).toMatchObject([{ IdData: [{ Name: 'PIN', Value: '1' }] }])
})

test('a server that has restarted, and knows its challenge no more, is asked anew', async () => {
  const { controller, rig, told } = await openConnected()
  await told(CONNECTED)
  controller.nonce = 'new'
  expect(await rig.ipAccess.request({ pin: '1234' })).toMatchObject({ granted: true })
})
