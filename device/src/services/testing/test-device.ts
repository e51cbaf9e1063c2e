import { EventEmitter } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { productCalled } from '@lintel/contract/products/products'
import type { FromDevice, Plugged, ToDevice } from '@lintel/contract/wire'
import { startClock } from '../../clock/clock.ts'
import { composeDevice } from '../../composition.ts'
import type { Device } from '../../device.ts'
import { openWire } from '../../hardware/wire.ts'
import { openLog } from '../../log.ts'
import { openDatabase } from '../../state/database.ts'
import { DATABASE_FILE } from '../../state/open-state.ts'
import { PLUGGED } from '../../testing/plugged.ts'
import type { Service } from '../service.ts'

export interface TestDevice extends Device {
  url: string
  /** The entries of the bench's log, as `id` and values. */
  readonly benchLog: [string, Record<string, string | number>][]
  /** What the device sent to the board. */
  sent: FromDevice[]
  /** The lines of its log; none until a test sets `log.level`. */
  logged: readonly string[]
  /** Delivers a message from the board. */
  receive(message: ToDevice): void
  restarts: () => number
  /** Whether writes fail from now on. */
  fillDisk(full: boolean): void
  /** Creates the accounts root, oper and view; each password is `pass-` and the name. */
  makeAccounts(): void
  /**
   * Sends a request as this account, with the console's header. Digest is covered by the front
   * door's own tests.
   */
  fetch(path: string, options?: RequestInit & { as?: string }): Promise<Response>
  /** The same, and returns the response's text. */
  text(path: string, options?: RequestInit & { as?: string }): Promise<string>
  /** Posts a JSON envelope and returns the parsed response. */
  json(path: string, envelope: object, as?: string): Promise<unknown>
  close(): Promise<void>
}

let emptyDatabase: Buffer | undefined

/**
 * A database after all migrations, without content of a device; made once per worker, because the
 * migrations take a third of the time to open a device.
 */
function migratedDatabase(): Buffer {
  if (emptyDatabase) return emptyDatabase
  const folder = mkdtempSync(join(tmpdir(), 'lintel-migrated-'))
  try {
    const file = join(folder, DATABASE_FILE)
    openDatabase(file).close()
    emptyDatabase = readFileSync(file)
    return emptyDatabase
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/**
 * A device with these services, composed as in production, on a free port and with a temporary
 * folder. Its clock stops at `now`. Only the display's engine is started, so no test uses the
 * network by accident.
 * @param plugs what the board says otherwise; a data folder given here stays, for the next start
 */
export async function openTestDevice(
  services: readonly Service[],
  now = Date.UTC(2026, 10, 20, 13, 7, 32),
  product = productCalled('A8307-E'),
  serial = 'ACCC8E012345',
  plugs: Partial<Plugged> = {},
): Promise<TestDevice> {
  const folder = plugs.dataFolder ?? mkdtempSync(join(tmpdir(), 'lintel-services-'))
  const file = join(folder, DATABASE_FILE)
  if (!existsSync(file)) writeFileSync(file, migratedDatabase(), { mode: 0o600 })
  const sent: FromDevice[] = []
  const logged: string[] = []
  const board = new EventEmitter()
  const wire = openWire({
    connected: true,
    send: (message) => sent.push(message),
    on: board.on.bind(board),
  })
  let restarts = 0
  const parts = {
    plugged: {
      ...PLUGGED,
      product: product.number,
      serial,
      dataFolder: folder,
      logFile: join(folder, 'device.log'),
      consoleFolder: folder,
      pagesFolder: folder,
      trustedKeys: [],
      ...plugs,
    },
    wire,
    clock: startClock({ host: { now: () => now, monotonic: () => 0 } }),
    log: openLog('silent', () => now, { write: (line) => void logged.push(line) }),
    restart() {
      restarts += 1
    },
  }
  const composed = await composeDevice(parts, {
    services: [takeBasic, ...services],
  })
  const { device } = composed
  const { http: url } = await composed.listen()
  device.display?.start()

  const receive = (message: ToDevice) => void board.emit('message', message)
  const ask: TestDevice['fetch'] = (path, { as, ...options } = {}) => {
    const headers = new Headers(options.headers)
    headers.set('x-lintel-console', '1')
    if (as !== undefined) headers.set('authorization', authorization(as))
    return fetch(url + path, { ...options, headers })
  }

  return {
    ...device,
    url,
    sent,
    logged,
    get benchLog() {
      return sent.flatMap((message): TestDevice['benchLog'] =>
        message.type === 'happened' ? [[message.happening.id, message.happening.values]] : [],
      )
    },
    receive,
    restarts: () => restarts,
    fillDisk(full) {
      receive({ type: 'faults', faults: full ? [{ call: '*', fault: 'diskFull' }] : [] })
    },
    makeAccounts() {
      const { accounts } = device
      const groups = ['admin', 'operator', 'viewer', 'ptz']
      accounts.add({ name: 'root', comment: '', groups }, 'pass-root')
      accounts.add({ name: 'oper', comment: '', groups: ['operator', 'viewer'] }, 'pass-oper')
      accounts.add({ name: 'view', comment: '', groups: ['viewer'] }, 'pass-view')
    },
    fetch: ask,
    text: async (path, options) => (await ask(path, options)).text(),
    async json(path, envelope, as) {
      const body = JSON.stringify(envelope)
      const response = await ask(path, { method: 'POST', body, ...(as ? { as } : {}) })
      return response.json()
    },
    async close() {
      await composed.close()
      if (!plugs.dataFolder) rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** Enables Basic authentication, which `authorization` uses, before any service subscribes. */
const takeBasic: Service = ({ parameters }) => {
  parameters.set({ 'root.Network.HTTP.AuthenticationPolicy': 'basic' })
  return { calls: [] }
}

/** Basic credentials of an account of `makeAccounts`. */
export function authorization(user: string): string {
  return `Basic ${Buffer.from(`${user}:pass-${user}`).toString('base64')}`
}
