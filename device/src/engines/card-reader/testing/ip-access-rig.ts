import type { CardReaderConfiguration, IPAccessConfiguration } from '@lintel/contract/card-reader'
import type { World } from '@lintel/contract/wire'
import { PLAIN_WORLD } from '@lintel/contract/wire'
import { onTestFinished, vi } from 'vitest'
import { startClock } from '../../../clock/clock.ts'
import type { StoredCertificate } from '../../../state/certificate-store.ts'
import { LIST_MS, openIpAccess } from '../ip-access.ts'
import { USER } from './door-controller.ts'

/** The settings of a reader that is connected to nothing. */
const SETTINGS: IPAccessConfiguration = {
  Scheme: 'http',
  Address: '',
  Username: USER.name,
  Password: USER.password,
  VerifyCertificate: true,
  IPProtocol: 'RequestAccess',
  RequestAccessConfiguration: [],
}

type Presented = { kind: 'card'; message: string } | { kind: 'pin'; keys: string }

const subscribeTo =
  <F>(all: Set<F>) =>
  (fn: F) => {
    all.add(fn)
    return () => void all.delete(fn)
  }

/** The engine with settings that a test changes, and a clock that it moves. */
export function openIpAccessRig(changes: Partial<IPAccessConfiguration> = {}) {
  let config: Pick<
    CardReaderConfiguration,
    'Protocol' | 'IPAccessConfiguration' | 'PinConfiguration'
  > = {
    Protocol: 'IPAccess',
    PinConfiguration: { pinLength: 4, pinTimeout: 10 },
    IPAccessConfiguration: { ...SETTINGS, ...changes },
  }
  let language = 'en'
  const authorities: string[] = []
  const changed = new Set<() => void>()
  const installed = new Set<() => void>()
  const readers = new Set<(presented: Presented) => void>()
  const published: { topic: string; data: Record<string, string> }[] = []
  const benchLog: [string, Record<string, unknown>][] = []
  const logged: string[] = []
  const shown: boolean[] = []
  const clock = startClock({ host: { now: () => 0, monotonic: () => 0 } })
  const log = (facts: object, message: string) => {
    logged.push(`${message} ${JSON.stringify(facts)}`)
  }
  const waits = new Set<{ ms: number }>()
  /** As of the clock; what is under way can be seen. */
  async function wait(ms: number, signal?: AbortSignal): Promise<void> {
    const one = { ms }
    waits.add(one)
    await clock.wait(ms, signal).finally(() => waits.delete(one))
  }
  const ipAccess = openIpAccess({
    cardReader: { get: () => config, subscribe: subscribeTo(changed) },
    reader: { subscribe: subscribeTo(readers), show: (granted) => void shown.push(granted) },
    certificates: {
      all: () =>
        authorities.map((cert, index): StoredCertificate => ({
          id: `ca${index}`,
          kind: 'authority',
          cert,
          key: undefined,
          factory: false,
        })),
      subscribe: subscribeTo(installed),
    },
    // One parameter is read.
    parameters: { get: (() => language) as never },
    clock: { wait, monotonic: () => clock.monotonic() },
    events: {
      changed: () => {},
      publish: ({ topic, data }) => void published.push({ topic, data }),
    },
    plugged: { world: PLAIN_WORLD },
    logToBench: (id, values = {}) => void benchLog.push([id, values]),
    log: { debug: log, info: log, warn: log, error: log },
  })
  onTestFinished(() => {
    ipAccess.close()
  })
  return {
    ipAccess,
    clock,
    published,
    benchLog,
    /** What the reader's light and beeper told: whether access was granted. */
    shown,
    logged,
    stored: () => config.IPAccessConfiguration,
    /** Asks with these settings, whatever is stored. */
    probe: (given: Partial<IPAccessConfiguration>, signal?: AbortSignal) =>
      ipAccess.probe({ ...SETTINGS, ...given }, signal ?? new AbortController().signal),
    set: (given: Partial<IPAccessConfiguration>, Protocol = config.Protocol) => {
      config = {
        ...config,
        Protocol,
        IPAccessConfiguration: { ...config.IPAccessConfiguration, ...given },
      }
      for (const fn of Array.from(changed)) fn()
    },
    /** Somebody presents a card (bits) or a PIN at the reader. */
    present: (presented: Presented) => {
      for (const fn of Array.from(readers)) fn(presented)
    },
    trust: (cert: string) => {
      authorities.push(cert)
      for (const fn of Array.from(installed)) fn()
    },
    speak: (code: string) => (language = code),
    plug: (cable: boolean) => ipAccess.worldChanged({ cable } satisfies Pick<World, 'cable'>),
    /** Waits for the end of a look at the server; returns milliseconds until the next. */
    lookIn: () =>
      vi.waitFor(() => {
        const [next, ...others] = Array.from(waits, ({ ms }) => ms)
        if (next === undefined || next === LIST_MS || others.length > 0) throw new Error('it looks')
        return next
      }),
    statuses: () => ipAccess.connections().map(({ StatusText }) => StatusText),
  }
}
