import { createHash } from 'node:crypto'
import { getWelcomeImage } from '@lintel/contract/calls/display-image'
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

/** The SHA-256 of a file, in hexadecimal. */
const hashOf = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

/** A bitmap of 30 kB that is another one for each number. */
function bitmap(number: number): Buffer {
  const bytes = Buffer.alloc(54 + 30_000)
  bytes.write('BM', 'latin1')
  bytes.writeUInt32LE(bytes.length, 2)
  bytes.writeUInt32LE(54, 10)
  bytes.writeUInt32LE(40, 14)
  bytes.writeInt32LE(100, 18)
  bytes.writeInt32LE(100, 22)
  bytes.writeUInt16LE(24, 28)
  bytes.writeUInt32LE(number, 54)
  return bytes
}

/** Uploads and reads the welcome image of the display. */
function imageClient(base: string, fetchAs: typeof fetch) {
  const url = base + getWelcomeImage.path
  /** Fails as the calls of the client do. */
  const ask = (init?: RequestInit) =>
    fetchAs(url, init).catch((cause: unknown) => {
      throw new DeviceFault('unreachable', 'display.welcomeImage', String(cause))
    })
  return {
    async upload(bytes: Uint8Array): Promise<void> {
      const form = new FormData()
      form.append('imageFile_Content', new Blob([Uint8Array.from(bytes)]), 'logo.bmp')
      const { headers, body } = asBytes(form)
      const answer = await ask({ method: 'POST', headers, body: await body })
      expect(answer.status).toBe(200)
      await answer.text().catch((cause: unknown) => {
        throw new DeviceFault('unreachable', 'display.welcomeImage', String(cause))
      })
    },
    /** The hash of the present one; empty if there is none. */
    async hash(): Promise<string> {
      const answer = await ask()
      return answer.status === 404 ? '' : hashOf(new Uint8Array(await answer.arrayBuffer()))
    },
  }
}

/** A form as bytes, which can be sent again. */
function asBytes(form: FormData) {
  const request = new Request('http://form.invalid', { method: 'POST', body: form })
  const contentType = request.headers.get('content-type') ?? ''
  return { headers: { 'content-type': contentType }, body: request.arrayBuffer() }
}

function writersFor(device: Client, images: ReturnType<typeof imageClient>) {
  /** The extra accounts by name. */
  const accounts: Known<string[]> = { acknowledged: [], sent: undefined }
  /** The role of one account; its password changes with the role. */
  const guard: Known<string> = { acknowledged: 'viewer', sent: undefined }
  /** The value of both parameters. */
  const pair: Known<string> = { acknowledged: '', sent: undefined }
  /** The hash of the welcome image. */
  const image: Known<string> = { acknowledged: '', sent: undefined }
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
    async image() {
      const bytes = bitmap(next())
      await write(image, hashOf(bytes), () => images.upload(bytes))
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
      settle(image, await images.hash(), where)
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
    const fetchAs = digestFetch(ROOT)
    const device = createClient({ base: http, fetch: fetchAs })
    await board.setPower('on')
    const anyone = createClient({ base: http })
    const { user, password: pwd } = ROOT
    await anyone.call(addUser, { user, pwd, grp: 'root', sgrp: 'admin:operator:viewer:ptz' })
    await device.call(addUser, { user: 'guard', pwd: 'pw-viewer', sgrp: 'viewer' })
    await device.call(updateParameters, { [PAIR[0]]: '', [PAIR[1]]: '' })

    const writers = writersFor(device, imageClient(http, fetchAs))
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
