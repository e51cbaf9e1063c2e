import { isDeepStrictEqual } from 'node:util'
import { DEFAULT_CIPHERS } from '@lintel/contract/rules/ciphers'
import type { FrontDoor } from '@lintel/front-door/front-door'
import type { Certificate, Tls } from '@lintel/front-door/tls'
import type { Happened } from '../../hardware/bench-log.ts'
import type { Wire } from '../../hardware/wire.ts'
import type { Log } from '../../log.ts'
import { OWN_CERTIFICATE } from '../../state/certificate-store.ts'
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
  happened: Happened
  log: Log
  /** Notifies the other engines. */
  addressChanged: () => void
}

export function openWebServer(parts: WebServerParts): WebServer {
  const { parameters, certificates, ownCertificate: own, network, happened, log } = parts
  let door: Pick<FrontDoor, 'configure'> | undefined
  let closed = false
  /** The last settings that worked. */
  let good: WebServerSettings | undefined
  let last: Promise<void> = Promise.resolve()

  const isClosed = () => closed
  const settings = () => settingsIn(parameters.get)

  /**
   * Falls back to usable settings: a missing certificate, for example after a restore, must not
   * lock anybody out.
   */
  function usable(wanted: WebServerSettings): WebServerSettings {
    try {
      checkSettings(wanted, certificates)
      return wanted
    } catch (cause) {
      const { certificate } = wanted
      if (certificates.find(OWN_CERTIFICATE)) {
        log.warn({ err: cause, certificate }, 'certificate unusable, using the own one')
      }
      return { ...wanted, certificate: OWN_CERTIFICATE, ciphers: DEFAULT_CIPHERS }
    }
  }

  async function tlsOf(
    { certificate, ciphers }: WebServerSettings,
    ownOne: () => Promise<Certificate | undefined>,
  ): Promise<Tls | undefined> {
    const found = certificate === OWN_CERTIFICATE ? await ownOne() : certificates.find(certificate)
    if (found?.key === undefined) return undefined
    return { cert: found.cert, key: found.key, ciphers: servedOf(ciphers) }
  }

  async function apply(
    ownOne: () => Promise<Certificate | undefined>,
    tell: (https: string | undefined) => void,
  ): Promise<void> {
    if (!door || isClosed()) return
    const wanted = settings()
    try {
      const { policy, ...answering } = usable(wanted)
      const tls = policy === 'Http' ? undefined : await tlsOf({ policy, ...answering }, ownOne)
      tell(await door.configure({ tls, httpsOnly: policy === 'Https' }))
      good = wanted
    } catch (cause) {
      if (isClosed()) return
      log.error({ err: cause }, 'web server settings could not be applied')
      happened('webServer.failed')
      if (good && !isDeepStrictEqual(good, wanted)) parameters.set(parametersOf(good))
    }
  }

  /** Notifies the board and the other engines of the https URL; undefined when it is closed. */
  function announce(https: string | undefined): void {
    parts.wire.send({ type: 'https', https: https ?? '' })
    network.follow()
    parts.addressChanged()
  }

  const ownHere = () => own.validAt(network.place().address)

  function follow(): void {
    last = last.then(() => apply(ownHere, announce))
  }

  function refresh(): Promise<void> {
    follow()
    return last
  }

  parameters.guard(SECURITY, (get, changed) =>
    checkSettings(settingsIn(get), certificates, changed),
  )
  for (const name of SECURITY) parameters.subscribe(name, follow)
  certificates.subscribe(() => {
    // The device has just generated its own certificate, and already uses it.
    const isOwn = settings().certificate === OWN_CERTIFICATE
    if (isOwn && (certificates.find(OWN_CERTIFICATE)?.factory ?? true)) return
    follow()
  })

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
      const wanted = usable(settings())
      // The first certificate is generated after the listeners are open; until then there is none
      // to move.
      return tlsOf(wanted, async () => own.current() && own.validAt(address))
    },
    settled: () => last,
    close() {
      closed = true
    },
  }
}
