import { listParameters, updateParameters } from '@lintel/contract/calls/parameters'
import {
  confirmTrial,
  getTrial,
  startTrial,
  startWebServerTrial,
} from '@lintel/contract/calls/trial'
import { addUser } from '@lintel/contract/calls/users'
import { createClient } from '@lintel/contract/client'
import type { Client } from '@lintel/contract/client'
import { DeviceFault } from '@lintel/contract/fault'
import { digestFetch } from '@lintel/front-door/digest-client'
import { hostAddress } from '@lintel/front-door/host-addresses'
import { expect, test } from 'vitest'
import { boardRig } from './testing/rig.ts'
import { builtDevice } from './testing/built.ts'

/** `npm run nightly` has time for more. */
const CUTS = process.env['LINTEL_NIGHTLY'] === undefined ? 20 : 500
const ROOT = { user: 'root', password: 'pass word 1' }
const BASE = '127.0.0.1'
const OTHER = '127.0.0.80'
const onLinux = hostAddress(OTHER) !== undefined

/** How far a trial came before the power was cut. */
interface Progress {
  started: boolean
  confirming: boolean
  confirmed: boolean
}

const FIXED = { 'root.Network.BootProto': 'none', 'root.Network.IPAddress': OTHER }

test.runIf(onLinux)(
  `${CUTS} power cuts around trials leave the old address or the confirmed one`,
  async () => {
    const { board, http } = await boardRig(await builtDevice())
    const { port } = new URL(http)
    const at = (address: string): Client =>
      createClient({ base: `http://${address}:${port}`, fetch: digestFetch(ROOT) })
    await board.setPower('on')
    const sgrp = 'admin:operator:viewer:ptz'
    const root = { user: ROOT.user, pwd: ROOT.password, grp: 'root', sgrp }
    await createClient({ base: http }).call(addUser, root)

    async function tryOut(progress: Progress): Promise<void> {
      const answer = await at(BASE).call(startTrial, { values: FIXED })
      progress.started = true
      if (answer.stored) throw new Error('the host has the address')
      progress.confirming = true
      await createClient({ base: answer.addresses.http }).call(confirmTrial, {
        ticket: answer.ticket,
      })
      progress.confirmed = true
    }

    async function inUse(address: string): Promise<unknown> {
      const { values } = await at(address).call(listParameters, { group: 'root.Network' })
      return Object.fromEntries(
        (['BootProto', 'eth0.IPAddress'] as const).map((name) => [
          name,
          values.get(`root.Network.${name}`),
        ]),
      )
    }

    async function goBack(): Promise<void> {
      await at(OTHER).call(updateParameters, { 'root.Network.BootProto': 'dhcp' })
      await expect.poll(() => board.state().addresses.http).toBe(http)
    }

    // The cuts are spread over the time that a whole trial takes here, and a little more. The last one
    // comes after a whole trial, which takes longer on a host that has become busy.
    const begun = performance.now()
    await tryOut({ started: false, confirming: false, confirmed: false })
    const longest = 1.2 * (performance.now() - begun)
    await goBack()

    const ends = new Set<string>()
    for (let cut = 1; cut <= CUTS; cut += 1) {
      const progress: Progress = { started: false, confirming: false, confirmed: false }
      const wait = (cut / CUTS) * longest
      const trying = tryOut(progress).catch((fault: unknown) => {
        if (!(fault instanceof DeviceFault) || fault.kind !== 'unreachable') throw fault
      })
      await new Promise((resolve) => {
        setTimeout(resolve, wait)
      })
      if (cut === CUTS) await trying
      await board.setPower('off')
      await trying
      await board.setPower('on')

      const moved = board.state().addresses.http.includes(OTHER)
      const where = `cut after ${wait} ms: ${JSON.stringify(progress)}`
      if (progress.confirmed) expect(moved, where).toBe(true)
      if (!progress.confirming) expect(moved, where).toBe(false)
      expect(await inUse(moved ? OTHER : BASE), where).toEqual({
        BootProto: moved ? 'none' : 'dhcp',
        'eth0.IPAddress': moved ? OTHER : BASE,
      })
      const { state } = await at(moved ? OTHER : BASE).call(getTrial, {})
      if (moved) expect(state, where).toBe('none')
      else if (progress.started) expect(state, where).toBe('reverted')
      ends.add(moved ? 'moved' : state)
      if (moved) await goBack()
    }
    // Both outcomes occurred, or the cuts came at the wrong time.
    expect(ends).toContain('moved')
    expect(ends.size).toBeGreaterThan(1)
    expect(board.state().happened.map(({ id }) => id)).not.toContain('crashed')
  },
  CUTS * 4000,
)

test('a power cut reverts what the web server had on trial', async () => {
  const { board, http } = await boardRig(await builtDevice())
  await board.setPower('on')
  const sgrp = 'admin:operator:viewer:ptz'
  const root = { user: ROOT.user, pwd: ROOT.password, grp: 'root', sgrp }
  await createClient({ base: http }).call(addUser, root)
  const device = createClient({ base: http, fetch: digestFetch(ROOT) })
  const wanted = { policy: 'Http' as const, ciphers: ['ECDHE-ECDSA-AES128-GCM-SHA256'] }
  expect(await device.call(startWebServerTrial, wanted)).toMatchObject({ stored: false })
  await expect.poll(() => board.state().addresses.https).toBe('')
  await board.setPower('cycle')
  expect(await device.call(getTrial, {})).toMatchObject({
    state: 'reverted',
    kind: 'security',
    policy: 'Http',
    why: 'restarted',
  })
  const { values } = await device.call(listParameters, { group: 'root.HTTPS,root.System' })
  expect(values.get('root.HTTPS.Enabled')).toBe('yes')
  expect(values.get('root.System.BoaGroupPolicy.admin')).toBe('both')
  await expect.poll(() => board.state().addresses.https).toMatch(/^https:/)
})
