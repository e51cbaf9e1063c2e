import { createClient } from '@lintel/contract/client'
import type { Client } from '@lintel/contract/client'
import { listParameters, updateParameters } from '@lintel/contract/calls/parameters'
import { signIn } from '@lintel/contract/calls/session'
import { addUser, getUsers, removeUser, updateUser } from '@lintel/contract/calls/users'
import { DeviceFault } from '@lintel/contract/fault'
import { digestFetch } from '@lintel/front-door/digest-client'
import { expect, test } from 'vitest'
import { boardRig } from './testing/rig.ts'
import { builtDevice } from './testing/built.ts'

/** `npm run nightly` has time for more. */
const CUTS = process.env['LINTEL_NIGHTLY'] === undefined ? 30 : 1000
/** Longest time that the writers have before a cut, in milliseconds. */
const LONGEST = 120
const ROOT = { user: 'root', password: 'pass word 1' }
const PAIR = ['root.Audio.A0.Name', 'root.AudioSource.A0.Name'] as const

/** Numbers from 0 to 1, reproducible for a seed (mulberry32). */
function randomFrom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/** What a writer knows: the last acknowledged value, and one sent since. */
interface Known<T> {
  acknowledged: T
  sent: T | undefined
}

/** Writes one value; without an answer, it may or may not be stored. */
async function write<T>(record: Known<T>, value: T, call: () => Promise<unknown>): Promise<void> {
  record.sent = value
  await call()
  record.acknowledged = value
  record.sent = undefined
}

/** The stored value has to be one of the two, and is known from then on. */
function settle<T>(record: Known<T>, found: T, where: string): void {
  const possible =
    record.sent === undefined ? [record.acknowledged] : [record.acknowledged, record.sent]
  expect(possible, where).toContainEqual(found)
  record.acknowledged = found
  record.sent = undefined
}

function writersFor(device: Client) {
  /** The extra accounts by name. */
  const accounts: Known<string[]> = { acknowledged: [], sent: undefined }
  /** The role of one account; its password changes with the role. */
  const guard: Known<string> = { acknowledged: 'viewer', sent: undefined }
  /** The value of both parameters. */
  const pair: Known<string> = { acknowledged: '', sent: undefined }
  let count = 0
  const next = () => (count += 1)

  const turns = {
    async accounts() {
      const names = accounts.acknowledged
      const [oldest] = names
      if (names.length > 5 && oldest !== undefined) {
        await write(accounts, names.slice(1), () => device.call(removeUser, { user: oldest }))
      } else {
        const user = `a${next()}`
        const account = { user, pwd: 'secret', sgrp: 'viewer', comment: 'x'.repeat(50) }
        await write(accounts, [...names, user], () => device.call(addUser, account))
      }
    },
    async guard() {
      const role = guard.acknowledged === 'viewer' ? 'operator' : 'viewer'
      const sgrp = role === 'viewer' ? 'viewer' : 'viewer:operator'
      await write(guard, role, () =>
        device.call(updateUser, { user: 'guard', pwd: `pw-${role}`, sgrp }),
      )
    },
    async pair() {
      const value = `both ${next()}`
      await write(pair, value, () =>
        device.call(updateParameters, { [PAIR[0]]: value, [PAIR[1]]: value }),
      )
    },
  }

  /** Writes one value after another until the device is gone. */
  async function keepWriting(turn: () => Promise<void>): Promise<number> {
    for (let answered = 0; ; answered += 1) {
      try {
        await turn()
      } catch (error) {
        if (error instanceof DeviceFault && error.kind === 'unreachable') return answered
        throw error
      }
    }
  }

  return {
    /** Runs all writers until the device is gone; returns the number of answers. */
    async run(): Promise<number> {
      const counts = await Promise.all(Object.values(turns).map(keepWriting))
      return counts.reduce((all, one) => all + one, 0)
    },
    /** Compares everything that was written with the device's state. */
    async check(where: string): Promise<void> {
      const { values } = await device.call(listParameters, { group: PAIR.join(',') })
      const [one, other] = PAIR.map((name) => values.get(name) ?? 'missing')
      expect(one, where).toBe(other)
      settle(pair, one ?? '', where)
      const { viewer, operator } = await device.call(getUsers, {})
      settle(
        accounts,
        viewer.filter((name) => name.startsWith('a')),
        where,
      )
      settle(guard, operator.includes('guard') ? 'operator' : 'viewer', where)
    },
    guardPassword: () => `pw-${guard.acknowledged}`,
  }
}

test(
  `${CUTS} power cuts lose nothing that was acknowledged and leave nothing half-written`,
  async () => {
    const seed = Date.now() % 2 ** 31
    const random = randomFrom(seed)
    const { board, http } = await boardRig(await builtDevice())
    const device = createClient({ base: http, fetch: digestFetch(ROOT) })
    await board.setPower('on')
    const anyone = createClient({ base: http })
    const { user, password: pwd } = ROOT
    await anyone.call(addUser, { user, pwd, grp: 'root', sgrp: 'admin:operator:viewer:ptz' })
    await device.call(addUser, { user: 'guard', pwd: 'pw-viewer', sgrp: 'viewer' })
    await device.call(updateParameters, { [PAIR[0]]: '', [PAIR[1]]: '' })

    const writers = writersFor(device)
    let answered = 0
    for (let cut = 1; cut <= CUTS; cut += 1) {
      const where = `seed ${seed}, cut ${cut}`
      const writing = writers.run()
      await pause(random() * LONGEST)
      await board.setPower('off')
      answered += await writing
      // Every fourth time the power fails again while the device boots.
      if (cut % 4 === 0) {
        const booting = board.power.on().catch(() => {})
        await pause(random() * 200)
        await board.setPower('off')
        await booting
      }
      await board.setPower('on')
      await writers.check(where)
      const credentials = { user: 'guard', password: writers.guardPassword() }
      expect((await anyone.call(signIn, credentials)).user, where).toBe('guard')
    }
    // The writers did write, and every start succeeded.
    expect(answered).toBeGreaterThan(CUTS * 3)
    expect(board.state().happened.map(({ id }) => id)).not.toContain('crashed')
  },
  CUTS * 3000,
)

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, ms)
  })
}
