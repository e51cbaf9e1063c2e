import { isDeepStrictEqual } from 'node:util'
import { OWN_CERTIFICATE } from '@lintel/contract/own-certificate'
import { DEFAULT_CIPHERS } from '@lintel/contract/rules/ciphers'
import type { FrontDoor } from '@lintel/front-door/front-door'
import type { Certificate, Tls } from '@lintel/front-door/tls'
import type { LogToBench } from '../../hardware/bench-log.ts'
import type { Wire } from '../../hardware/wire.ts'
import type { Log } from '../../log.ts'
import type { CertificateStore } from '../../state/certificate-store.ts'
import type { OwnCertificate } from '../../state/own-certificate.ts'
import type { Parameters } from '../../state/parameters.ts'
import type { Engine } from '../engine.ts'
import type { Network } from '../network/network.ts'
import { checkSettings, parametersOf, SECURITY, servedOf, settingsIn } from './settings.ts'
import type { WebServerSettings } from './settings.ts'

/** Applies the parameters and certificates of http and https to the listeners. */
export interface WebServer extends Engine {
  /** The configured settings. */
  settings(): WebServerSettings
  /** Whether this certificate is in use, or will be again when a trial ends. */
  uses(id: string): boolean
  /** Opens https if there is a certificate, and follows parameters and certificates. */
  open(door: Pick<FrontDoor, 'configure'>): Promise<void>
  /**
   * Uses a self-signed certificate that is valid at the device's address; generates it if needed.
   */
  refresh(): Promise<void>
  /** TLS options for an address; undefined to leave them unchanged. */
  readonly tlsFor: (address: string) => Promise<Tls | undefined>
  /** Resolves when the settings are applied, or reverted. */
  settled(): Promise<void>
}

export interface WebServerParts {
  parameters: Pick<Parameters, 'get' | 'set' | 'stored' | 'subscribe' | 'guard'>
  certificates: CertificateStore
  ownCertificate: OwnCertificate
  network: Pick<Network, 'place' | 'follow'>
  wire: Pick<Wire, 'send'>
  logToBench: LogToBench
  log: Log
  /** Notifies the other engines. */
  addressChanged: () => void
}

export function openWebServer(parts: WebServerParts): WebServer {
  const { parameters, certificates, ownCertificate: own, network, logToBench, log } = parts
  let door: Pick<FrontDoor, 'configure'> | undefined
  let closed = false
  /** The last settings that worked. */
  let lastWorking: WebServerSettings | undefined
  let last: Promise<void> = Promise.resolve()

  const isClosed = () => closed
  const settings = () => settingsIn(parameters.get)

  /**
   * Falls back to usable settings: a missing certificate, for example after a restore, must not
   * lock anybody out.
   */
  function usable(requested: WebServerSettings): WebServerSettings {
    try {
      checkSettings(requested, certificates)
      return requested
    } catch (cause) {
      const { certificate } = requested
      if (certificates.find(OWN_CERTIFICATE)) {
        log.warn({ err: cause, certificate }, 'certificate unusable, using the own one')
      }
      return { ...requested, certificate: OWN_CERTIFICATE, ciphers: DEFAULT_CIPHERS }
    }
  }

  async function tlsOf(
    { certificate, ciphers }: WebServerSettings,
    ownCertificateOf: () => Promise<Certificate | undefined>,
  ): Promise<Tls | undefined> {
    const selected =
      certificate === OWN_CERTIFICATE ? await ownCertificateOf() : certificates.find(certificate)
    if (selected?.key === undefined) return undefined
    return { cert: selected.cert, key: selected.key, ciphers: servedOf(ciphers) }
  }

  async function apply(
    ownCertificateOf: () => Promise<Certificate | undefined>,
    onApplied: (https: string | undefined) => void,
  ): Promise<void> {
    if (!door || isClosed()) return
    const requested = settings()
    try {
      const { policy, ...answering } = usable(requested)
      const tls =
        policy === 'Http' ? undefined : await tlsOf({ policy, ...answering }, ownCertificateOf)
      onApplied(await door.configure({ tls, httpsOnly: policy === 'Https' }))
      lastWorking = requested
    } catch (cause) {
      if (isClosed()) return
      log.error({ err: cause }, 'web server settings could not be applied')
      logToBench('webServer.failed')
      if (lastWorking && !isDeepStrictEqual(lastWorking, requested)) revertTo(lastWorking)
    }
  }

  function revertTo(settings: WebServerSettings): void {
    try {
      parameters.set(parametersOf(settings))
    } catch (cause) {
      log.error({ err: cause }, 'could not revert the web server settings')
    }
  }

  /** Notifies the board and the other engines of the https URL; undefined when it is closed. */
  function announce(https: string | undefined): void {
    parts.wire.send({ type: 'https', https: https ?? '' })
    network.follow()
    parts.addressChanged()
  }

  const currentOwnCertificate = () => own.validAt(network.place().address)

  function follow(): void {
    last = last.then(() => apply(currentOwnCertificate, announce))
  }

  function refresh(): Promise<void> {
    follow()
    return last
  }

  parameters.guard(SECURITY, (get, changed) =>
    checkSettings(settingsIn(get), certificates, changed),
  )
  const subscriptions = [
    parameters.subscribe(SECURITY, follow),
    certificates.subscribe(() => {
      // The device has just generated its own certificate, and already uses it.
      const isOwn = settings().certificate === OWN_CERTIFICATE
      if (isOwn && (certificates.find(OWN_CERTIFICATE)?.factory ?? true)) return
      follow()
    }),
  ]

  return {
    settings,
    uses: (id) =>
      [parameters.get, parameters.stored].some((get) => settingsIn(get).certificate === id),
    async open(opened) {
      door = opened
      // Nothing listens yet.
      await apply(
        () => Promise.resolve(own.current()),
        () => undefined,
      )
    },
    refresh,
    stateRestored: refresh,
    async tlsFor(address) {
      const requested = usable(settings())
      // The first certificate is generated after the listeners are open; until then there is none
      // to move.
      return tlsOf(requested, async () => own.current() && own.validAt(address))
    },
    settled: () => last,
    close() {
      closed = true
      for (const unsubscribe of subscriptions) unsubscribe()
    },
  }
}
