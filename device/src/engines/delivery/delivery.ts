import type { World, Plugged } from '@lintel/contract/wire'
import { recipientTemplate } from '@lintel/contract/action-rules/templates'
import type { RecipientTemplate } from '@lintel/contract/action-rules/templates'
import type { CertificateStore } from '../../state/certificate-store.ts'
import { ActionFailure } from '../action-rules/types.ts'
import type { Delivery, Destination, Values } from '../action-rules/types.ts'
import type { Engine } from '../engine.ts'
import { failureOf, formsOf, said } from './failures.ts'
import type { DeviceSide, RecipientKind, Task } from './recipient.ts'
import { openTrust } from './trust.ts'

export interface DeliveryEngine extends Delivery, Engine {
  /** Without a network cable nothing is delivered. */
  worldChanged(world: Pick<World, 'cable'>): void
  /** Ends what is under way. */
  close(): void
}

interface DeliveryParts {
  plugged: { world: Pick<Plugged['world'], 'cable'> }
  certificates: Pick<CertificateStore, 'all' | 'subscribe'>
  clock: { now: DeviceSide['now'] }
  storage: DeviceSide['storage']
  /** The device's name for people. */
  deviceName: DeviceSide['name']
}

/** Milliseconds of the host's time, for tests. */
interface DeliveryOptions {
  sendMs?: number
  testMs?: number
}

const SEND_MS = 30_000
const TEST_MS = 15_000

/** By id of the template. They are loaded when they are first needed. */
const KINDS: Readonly<Record<string, () => Promise<RecipientKind>>> = {
  smtp: async () => (await import('./smtp.ts')).smtp,
  http: async () => (await import('./http.ts')).httpRecipient('http'),
  https: async () => (await import('./http.ts')).httpRecipient('https'),
  ftp: async () => (await import('./ftp.ts')).ftp,
  sftp: async () => (await import('./sftp.ts')).sftp,
  networkshare: async () => (await import('./network-share.ts')).networkShare,
  tcp: async () => (await import('./tcp.ts')).tcp,
}

const noCable = () => new ActionFailure('unreachable', 'The network cable is not plugged in.')

/**
 * Delivers to mail, web, file and TCP servers, and to the device's network share. Time is limited by
 * the host's clock, because the other side lives in its time, and for a delivery as a whole, because
 * a server may answer slowly for ever.
 */
export function openDelivery(
  parts: DeliveryParts,
  { sendMs = SEND_MS, testMs = TEST_MS }: DeliveryOptions = {},
): DeliveryEngine {
  const trust = openTrust(parts.certificates)
  const running = new Set<AbortController>()
  const device: DeviceSide = {
    name: parts.deviceName,
    now: () => parts.clock.now(),
    storage: parts.storage,
    tls: trust.tls,
  }
  let { cable } = parts.plugged.world

  async function deliver(
    to: Destination,
    ms: number,
    signal: AbortSignal,
    work: (kind: RecipientKind, task: Task) => Promise<string>,
  ): Promise<string> {
    signal.throwIfAborted()
    const { load, value, secrets } = read(to)
    if (!cable) throw noCable()
    const stop = new AbortController()
    const late = setTimeout(() => stop.abort(new ActionFailure('timeout')), ms)
    const abort = () => stop.abort(signal.reason)
    signal.addEventListener('abort', abort)
    running.add(stop)
    try {
      const task: Task = { value, signal: stop.signal, device }
      const done = load().then((kind) => work(kind, task))
      return said(await untilAborted(done, stop.signal), secrets)
    } catch (cause) {
      stop.signal.throwIfAborted()
      const { reason, detail } = failureOf(cause)
      throw new ActionFailure(reason, said(detail, secrets))
    } finally {
      clearTimeout(late)
      signal.removeEventListener('abort', abort)
      running.delete(stop)
    }
  }

  function stopAll(reason: () => ActionFailure): void {
    for (const stop of running) stop.abort(reason())
  }

  return {
    send: (to, parcel, signal) =>
      deliver(to, sendMs, signal, (kind, task) => kind.send(task, parcel)),
    test: (to, signal) => deliver(to, testMs, signal, (kind, task) => kind.test(task)),
    worldChanged(world) {
      cable = world.cable
      if (!cable) stopAll(noCable)
    },
    close() {
      trust.close()
      stopAll(() => new ActionFailure('internal', 'The device is shutting down.'))
    },
  }
}

/**
 * What a destination says.
 * @throws ActionFailure if it can't be used
 */
function read({ template: token, parameters }: Destination) {
  const template = recipientTemplate(token)
  const load = template && KINDS[template.id]
  if (!load) throw new ActionFailure('notPossible', 'The device has no such type of recipient.')
  const values = withInitialValues(template, parameters)
  const value = (name: string): string => values.get(name) ?? ''
  const missing = template.parameters.find(
    ({ name, required }) => required && value(name).trim() === '',
  )
  if (missing) throw new ActionFailure('notPossible', `The parameter ${missing.name} is missing.`)
  const secrets = [
    ...formsOf(value('login'), value('password')),
    ...formsOf(value('proxy_login'), value('proxy_password')),
  ]
  return { load, value, secrets }
}

const withInitialValues = (template: RecipientTemplate, parameters: Values) =>
  new Map(
    template.parameters.map(
      ({ name, initial = '' }) => [name, parameters[name] || initial] as const,
    ),
  )

/** Rejects as soon as the signal is aborted, whatever the work does. */
async function untilAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  let stop: (() => void) | undefined
  const aborted = new Promise<never>((_, reject) => {
    stop = () => reject(signal.reason as Error)
    signal.addEventListener('abort', stop)
  })
  try {
    return await Promise.race([work, aborted])
  } finally {
    if (stop) signal.removeEventListener('abort', stop)
  }
}
