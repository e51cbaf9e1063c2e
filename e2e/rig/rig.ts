import { setTimeout as wait } from 'node:timers/promises'
import {
  getBench,
  restoreSnapshot,
  saveSnapshot,
  setFaults,
  setPersona,
  setPower,
} from '@lintel/contract/bench'
import type { Client, Transport } from '@lintel/contract/client'
import { createClient } from '@lintel/contract/client'
import { PRODUCTS, productCalled } from '@lintel/contract/products/products'
import { PASSWORD, ROOT } from './accounts.ts'
import type { Addresses, Board, BoardOptions } from './board.ts'
import { startBoard } from './board.ts'
import { digestFetch } from './digest.ts'
import { PERSONA, clientFor } from './firmware.ts'
import { startGateway, THROUGH_GATEWAY } from './gateway.ts'
import type { State } from './states.ts'
import { makeState } from './states.ts'

/** A board with its device, and clients of both besides the browser. */
export interface Rig {
  addresses: Addresses
  /** Where browsers open the console, without a path: the device, or a gateway in front of it. */
  site: string
  /** Where the board keeps the device's state and the snapshots. */
  dataFolder: string
  /** The bench's calls. */
  bench: Client
  /** The device as root, by Digest. */
  root: Client & Transport
  /** The device without credentials. */
  anonymous: Client
  /** The device as another account, by Digest. */
  as(user: string, password?: string): Client
  /** The device at another address, on the same ports. */
  at(address: string): Place
  /**
   * Puts the device into a state at its first address, with power and without faults.
   * @param keepSessions whether people stay signed in
   */
  put(state: State, keepSessions?: boolean): Promise<void>
  stop(): Promise<void>
}

/** The device at the address that it was moved to. */
export interface Place {
  /** Its URL there, without a path. */
  url: string
  root: Client & Transport
  anonymous: Client
  as(user: string, password?: string): Client
}

/** Time limit in milliseconds for the device to return to its first address. */
const RETURN_LIMIT = 10_000

/** Starts a board for one worker's tests. */
export async function startRig(options: BoardOptions & { benchToken?: string } = {}): Promise<Rig> {
  const board: Board = await startBoard(options)
  const { addresses, dataFolder } = board
  const gateway = THROUGH_GATEWAY ? await startGateway('--device', addresses.http) : undefined
  const product = options.product === undefined ? PRODUCTS[0] : productCalled(options.product)
  const { benchToken } = options
  const bench = createClient({
    base: addresses.bench,
    // Moving the clock by weeks takes a while on a busy machine.
    timeoutMs: 60_000,
    ...(benchToken === undefined ? {} : { headers: { authorization: `Bearer ${benchToken}` } }),
  })
  const anonymousAt = (base: string) => clientFor({ base })
  const asAt = (base: string, user: string, password = PASSWORD) =>
    clientFor({ base, fetch: digestFetch(user, password) })
  const anonymous = anonymousAt(addresses.http)
  const as = (user: string, password?: string) => asAt(addresses.http, user, password)
  const root = as(ROOT)
  const created = new Set<State>(['new'])
  await bench.call(saveSnapshot, { name: 'new' })

  async function put(state: State, keepSessions = false): Promise<void> {
    await bench.call(setFaults, { faults: [] })
    const { power, device } = await bench.call(getBench, {})
    if (!power || device !== 'running') await bench.call(setPower, { action: 'on' })
    if (!created.has(state)) {
      await makeState(state, { product, addresses, bench, anonymous, root }, put)
      created.add(state)
    }
    await bench.call(restoreSnapshot, { name: state, keepSessions })
    // Restoring also resets the simulated network, and another lease moves the device.
    const deadline = performance.now() + RETURN_LIMIT
    for (;;) {
      const { addresses: now } = await bench.call(getBench, {})
      if (now.http === addresses.http) break
      if (performance.now() > deadline) {
        throw new Error(`The device stays at ${now.http} and does not return to ${addresses.http}.`)
      }
      await wait(20)
    }
    if (PERSONA !== 'own') await bench.call(setPersona, { persona: PERSONA })
  }

  function at(address: string): Place {
    const url = new URL(addresses.http)
    url.hostname = address
    const { origin } = url
    return {
      url: origin,
      root: asAt(origin, ROOT),
      anonymous: anonymousAt(origin),
      as: (user, password) => asAt(origin, user, password),
    }
  }

  return {
    addresses,
    site: gateway?.http ?? addresses.http,
    dataFolder,
    bench,
    root,
    anonymous,
    as,
    at,
    put,
    async stop() {
      await gateway?.stop()
      await board.stop()
    },
  }
}
