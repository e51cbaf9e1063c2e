import { expect, onTestFinished, test } from 'vitest'
import { openDoorController } from './testing/door-controller.ts'
import { openIpAccessRig } from './testing/ip-access-rig.ts'

const { signal } = new AbortController()

test('choosing an access point gives the settings with what the server calls it', async () => {
  const controller = await openDoorController()
  onTestFinished(() => controller.close())
  const rig = openIpAccessRig()
  const given = { Address: controller.address, Password: 'pass-reader', Scheme: 'http' } as const
  const { IPAccessOptions } = await rig.probe(given)
  const [, second] = IPAccessOptions
  // The settings that were probed need not be stored.
  const chosen = await rig.ipAccess.choose(second?.Id ?? '', signal)
  expect(chosen).toMatchObject({
    ...given,
    IPProtocol: 'RequestAccess',
    RequestAccessConfiguration: [
      {
        Id: second?.Id,
        Name: 'Side door - Outside',
        Address: controller.address,
        AccessControllerToken: 'controller',
        SourceToken: 'reader-2',
        TargetToken: 'door-2',
        AccessPointToken: 'point-2',
      },
    ],
  })
  expect(await rig.ipAccess.choose('other', signal)).toBeUndefined()
})

test('once other settings are stored, these decide what is chosen from', async () => {
  const [probed, stored] = [await openDoorController(), await openDoorController()]
  onTestFinished(async () => {
    await Promise.all([probed.close(), stored.close()])
  })
  const rig = openIpAccessRig()
  const { IPAccessOptions } = await rig.probe({ Address: probed.address })
  rig.set({ Address: stored.address })
  const chosen = await rig.ipAccess.choose(IPAccessOptions[0]?.Id ?? '', signal)
  expect(chosen?.Address).toBe(stored.address)
  expect(stored.asked.length).toBeGreaterThan(0)
})

test('a server that is deleted, or replaced while it is asked, is forgotten with its password', async () => {
  const controller = await openDoorController()
  onTestFinished(() => controller.close())
  const rig = openIpAccessRig()
  const given = { Address: controller.address }
  const { IPAccessOptions } = await rig.probe(given)
  const Id = IPAccessOptions[0]?.Id ?? ''
  rig.set((await rig.ipAccess.choose(Id, signal)) ?? {})
  rig.set({ Address: '', RequestAccessConfiguration: [] })
  await expect(rig.ipAccess.choose(Id, signal)).rejects.toThrow('address')

  const probing = rig.probe(given)
  rig.set({ Username: 'other' })
  await probing
  rig.set({ Username: 'reader' })
  await expect(rig.ipAccess.choose(Id, signal)).rejects.toThrow('address')
})
