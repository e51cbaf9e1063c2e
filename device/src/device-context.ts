import { givenName } from '@lintel/contract/device-name'
import type { FaultTable } from '@lintel/front-door/fault-table'
import type { Persona } from '@lintel/front-door/persona'
import type { DeviceContext } from '@lintel/front-door/device-context'
import type { Device } from './device.ts'
import { openSignInFailures } from './events/sign-in-failures.ts'

/** Strongest first (RFC 7616 §3.7). */
const DIGEST_ALGORITHMS = {
  md5: ['MD5'],
  sha256: ['SHA-256'],
  sha256_md5: ['SHA-256', 'MD5'],
} as const

/** The device context that the front door needs. */
export function deviceContextOf(
  device: Pick<
    Device,
    | 'realm'
    | 'plugged'
    | 'parameters'
    | 'accounts'
    | 'apps'
    | 'onvifAccounts'
    | 'sessions'
    | 'browsers'
    | 'trial'
    | 'clock'
    | 'log'
    | 'events'
  >,
  faults: FaultTable,
  persona: () => Persona,
): DeviceContext {
  const {
    realm,
    plugged,
    parameters,
    accounts,
    apps,
    onvifAccounts,
    sessions,
    browsers,
    trial,
    clock,
    log,
  } = device
  const { get } = parameters
  return {
    realm,
    serial: plugged.serial,
    phase: () => (accounts.rootPasswordSet() ? 'ready' : 'setup'),
    credentials: (user) => accounts.credentials(user) ?? apps.credentials(user),
    tokenCredentials: (user) => onvifAccounts.credentials(user),
    policy: () => get('root.Network.HTTP.AuthenticationPolicy'),
    digestAlgorithms: () => DIGEST_ALGORITHMS[get('root.Network.HTTP.DigestAlgorithm')],
    hostNames() {
      const name = get('root.Network.VolatileHostName.HostName')
      const domain = get('root.Network.Resolver.Search')
      return [name, `${name}.local`, ...(domain === '' ? [] : [`${name}.${domain}`])]
    },
    sessions,
    onRightsChanged(fn) {
      const ends = [accounts.subscribe(fn), onvifAccounts.subscribe(fn), sessions.subscribe(fn)]
      return () => {
        for (const end of ends) end()
      }
    },
    expectsTicket: () => trial.record()?.state === 'running',
    browsers,
    signInFailed: openSignInFailures(device),
    now: () => clock.now(),
    wait: (milliseconds) => clock.wait(milliseconds),
    language: () => get('root.Properties.System.Language'),
    productName: () => get('root.Brand.ProdShortName'),
    serialNumber: () => get('root.Properties.System.SerialNumber'),
    publishedName: () =>
      get('root.Network.Bonjour.Enabled')
        ? givenName({ get: (name) => String(get(name)) }, get('root.Brand.ProdShortName'))
        : undefined,
    log,
    faults,
    persona,
  }
}
