import { expect, onTestFinished, test } from 'vitest'
import { openDoorController, TWO_DOORS } from './testing/door-controller.ts'
import { openIpAccessRig } from './testing/ip-access-rig.ts'

async function openController() {
  const controller = await openDoorController()
  onTestFinished(() => controller.close())
  return controller
}

test('the access points of a server are listed, with the names that it has for them (DEVICE-62)', async () => {
  const controller = await openController()
  const { probe } = openIpAccessRig()
  const found = await probe({ Address: controller.address })
  expect(found).toEqual({
    Status: 'OK',
    StatusText: 'The server is connected.',
    IPAccessOptions: [
      {
        Name: 'Main entrance',
        Id: expect.stringMatching(/^[0-9a-f]{32}$/),
        IPProtocol: 'RequestAccess',
      },
      { Name: 'Side door - Outside', Id: expect.any(String), IPProtocol: 'RequestAccess' },
    ],
  })
  // One challenge for all four messages.
  expect([controller.asked.length, controller.requests]).toEqual([4, 5])
})

test('a server that names every access point is asked for no further names', async () => {
  const controller = await openController()
  const { AccessPoint } = TWO_DOORS['pacsaxis:GetAccessPointList'] as { AccessPoint: object[] }
  controller.answers = {
    ...TWO_DOORS,
    'pacsaxis:GetAccessPointList': { AccessPoint: AccessPoint.slice(0, 1) },
  }
  const { probe } = openIpAccessRig()
  await probe({ Address: controller.address })
  expect(controller.asked.map(({ path }) => path)).toEqual(['/vapix/pacs', '/vapix/pacs'])
})

test('a list that comes in parts is read to its end, but not for ever', async () => {
  const controller = await openController()
  const point = (name: string) => ({
    token: name,
    Name: name,
    Entity: 'door',
    IdPointDevice: [{ IdPoint: name }],
  })
  const rest: Record<string, object> = {
    '': { AccessPoint: [point('one')], NextStartReference: 'a' },
    a: { AccessPoint: [point('two')] },
  }
  controller.answers = {
    ...TWO_DOORS,
    'pacsaxis:GetAccessPointList': ({ StartReference = '' }: { StartReference?: string }) =>
      rest[StartReference],
  }
  const { probe } = openIpAccessRig()
  const names = async () =>
    (await probe({ Address: controller.address })).IPAccessOptions.map(({ Name }) => Name)
  expect(await names()).toEqual(['one', 'two'])
  // One that is there twice is offered once.
  rest['a'] = { AccessPoint: [point('two'), point('one')], NextStartReference: 'a' }
  expect(await names()).toEqual(['one', 'two'])
  expect(controller.asked).toHaveLength(6)
  let part = 0
  controller.answers = {
    ...TWO_DOORS,
    'pacsaxis:GetAccessPointList': () => {
      part += 1
      return { AccessPoint: [point(`part ${part}`)], NextStartReference: `${part}` }
    },
  }
  expect(await names()).toHaveLength(20)
})

test('of a huge list, 500 access points are offered, each with its own controller', async () => {
  const controller = await openController()
  const tokens = Array.from({ length: 15_000 }, (_, index) => index.toString(36))
  controller.answers = {
    ...TWO_DOORS,
    'pacsaxis:GetAccessControllerList': {
      AccessController: [
        { token: 'other', AccessPoint: tokens.slice(1) },
        { token: 'gate', AccessPoint: tokens.slice(0, 1) },
      ],
    },
    'pacsaxis:GetAccessPointList': {
      AccessPoint: tokens.map((token) => ({
        token,
        Name: token,
        IdPointDevice: [{ IdPoint: 'x' }],
      })),
    },
  }
  const lists = controller.answers
  const rig = openIpAccessRig()
  const { IPAccessOptions } = await rig.probe({ Address: controller.address })
  expect(IPAccessOptions).toHaveLength(500)
  // The same for the readers of one door.
  const IdPointDevice = tokens.map((IdPoint) => ({ IdPoint }))
  controller.answers = {
    ...controller.answers,
    'pacsaxis:GetAccessPointList': { AccessPoint: [{ token: '0', Name: 'x', IdPointDevice }] },
  }
  const door = await rig.probe({ Address: controller.address })
  expect(door.IPAccessOptions).toHaveLength(500)
  controller.answers = lists
  await rig.probe({ Address: controller.address })
  const owners = IPAccessOptions.slice(0, 2).map(async ({ Id }) => {
    const chosen = await rig.ipAccess.choose(Id, new AbortController().signal)
    return chosen?.RequestAccessConfiguration[0]?.AccessControllerToken
  })
  expect(await Promise.all(owners)).toEqual(['gate', 'other'])
})

test('the access point that is in use is suggested, and its name kept if it is gone', async () => {
  const controller = await openController()
  const { probe, set, ipAccess } = openIpAccessRig({ Address: controller.address })
  const { IPAccessOptions } = await probe({ Address: controller.address })
  const Id = IPAccessOptions[1]?.Id ?? ''
  set((await ipAccess.choose(Id, new AbortController().signal)) ?? {})
  const again = await probe({ Address: controller.address })
  expect(again).toMatchObject({ SuggestedId: Id, CurrentName: 'Side door - Outside' })
  const { AccessPoint } = TWO_DOORS['pacsaxis:GetAccessPointList'] as { AccessPoint: object[] }
  controller.answers = {
    ...TWO_DOORS,
    'pacsaxis:GetAccessPointList': { AccessPoint: AccessPoint.slice(0, 1) },
  }
  const gone = await probe({ Address: controller.address })
  expect(gone.SuggestedId).toBeUndefined()
  expect(gone.CurrentName).toBe('Side door - Outside')
})

test('a server without access points is named as such, in the language of the device', async () => {
  const controller = await openController()
  controller.answers = { ...TWO_DOORS, 'pacsaxis:GetAccessPointList': { AccessPoint: [] } }
  const { probe, speak } = openIpAccessRig()
  speak('de')
  expect(await probe({ Address: controller.address })).toEqual({
    Status: 'NoAccessPoints',
    StatusText: 'Der Server hat keine Zutrittspunkte.',
    IPAccessOptions: [],
  })
})
