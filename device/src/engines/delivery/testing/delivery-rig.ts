import { onTestFinished } from 'vitest'
import type { StoredCertificate } from '../../../state/certificate-store.ts'
import { ActionFailure } from '../../action-rules/types.ts'
import type { Parcel, Values } from '../../action-rules/types.ts'
import { openDelivery } from '../delivery.ts'
import type { DeviceSide } from '../recipient.ts'

/** Milliseconds after which a delivery is late in tests of that. */
export const SOON = 60
export const PASSWORD = 'pa$$ wörd-7'
export const NOW = Date.UTC(2026, 10, 27, 10)
/** JPEG begins so; nobody looks further. */
export const PICTURE = Buffer.from('ffd8ffe000104a464946000a0d0a2e0d0aff00', 'hex')

export const PARCEL: Parcel = { subject: '', message: '', attachments: [] }

export const picture = (path = '2026-11-27/image 1.jpg') => ({
  path,
  contentType: 'image/jpeg',
  bytes: PICTURE,
})

interface RigOptions {
  cable?: boolean
  /** Certificates of authorities, PEM. */
  authorities?: string[]
  storage?: DeviceSide['storage']
  /** Milliseconds for a delivery, of those that are to be late. */
  limit?: number
}

export interface DeliveryRig {
  /** A failure is returned as `{ reason, detail }`. */
  send(parameters: Values, parcel: Partial<Parcel>, signal?: AbortSignal): Promise<unknown>
  test(parameters: Values, signal?: AbortSignal): Promise<unknown>
  setCable(cable: boolean): void
  setAuthorities(authorities: string[]): void
  close(): void
}

/** @param type id of the recipient's template */
export function openRig(type: string, options: RigOptions = {}): DeliveryRig {
  const listeners = new Set<() => void>()
  let certificates = (options.authorities ?? []).map(authority)
  const { limit } = options
  const delivery = openDelivery(
    {
      plugged: { world: { cable: options.cable ?? true } },
      certificates: {
        all: () => certificates,
        subscribe(fn) {
          listeners.add(fn)
          return () => void listeners.delete(fn)
        },
      },
      clock: { now: () => NOW },
      storage: options.storage ?? { shares: { list: () => [] }, mounted: () => undefined },
      deviceName: () => 'Gate 1',
    },
    limit === undefined ? {} : { sendMs: limit, testMs: limit },
  )
  onTestFinished(() => delivery.close())
  const to = (parameters: Values) => ({ template: `com.axis.recipient.${type}`, parameters })
  return {
    send: (parameters, parcel, signal = never()) =>
      outcome(delivery.send(to(parameters), { ...PARCEL, ...parcel }, signal)),
    test: (parameters, signal = never()) => outcome(delivery.test(to(parameters), signal)),
    setCable: (cable) => delivery.worldChanged({ cable }),
    setAuthorities(authorities) {
      certificates = authorities.map(authority)
      for (const fn of listeners) fn()
    },
    close: () => delivery.close(),
  }
}

const never = (): AbortSignal => new AbortController().signal

const authority = (cert: string, index: number): StoredCertificate => ({
  id: `authority-${index}`,
  kind: 'authority',
  cert,
  key: undefined,
  factory: false,
})

async function outcome(delivered: Promise<string>): Promise<unknown> {
  try {
    return await delivered
  } catch (cause) {
    if (!(cause instanceof ActionFailure)) throw cause
    const { reason, detail } = cause
    return { reason, detail }
  }
}
