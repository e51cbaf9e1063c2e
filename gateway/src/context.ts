import { openFaultTable } from '@lintel/front-door/fault-table'
import type { DeviceContext, Log } from '@lintel/front-door/device-context'
import type { Identifier, Identity } from '@lintel/front-door/identify'
import { personaOf } from '@lintel/front-door/persona'
import { cookieName, tokenIn } from '@lintel/front-door/session-cookie'
import { requestInfoOf } from '@lintel/front-door/request-info'
import { isNavigation } from '@lintel/front-door/same-site'
import type { DeviceSignIn } from './account.ts'
import { TooManyAttempts } from './device.ts'
import type { RemoteDevice } from './device.ts'

/** What the front door has to know of a device on the network. */
export function contextOf(
  device: RemoteDevice,
  { base, log }: { base: string; log: Log },
): DeviceContext {
  const { sessions } = device
  return {
    realm: 'lintel',
    // Cookies ignore ports, and one gateway can lead to several devices.
    serial: `gateway_${device.name.replaceAll('-', '_')}`,
    gateway: { base, device: device.link.origin },
    phase: () => device.phase(),
    // Nobody signs in here but people, on the page: see `identifierOf`.
    credentials: () => undefined,
    tokenCredentials: () => undefined,
    policy: () => 'digest',
    digestAlgorithms: () => [],
    hostNames: () => [],
    sessions,
    onRightsChanged: (fn) => sessions.onEnded(fn),
    browsers: { mark: () => '', find: () => undefined },
    signInFailed: () => {},
    expectsTicket: () => false,
    now: () => Date.now(),
    wait: (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds)),
    // The device only tells its language to people who have signed in.
    language: () => undefined,
    productName: () => device.facts().product || device.name,
    serialNumber: () => device.facts().serial,
    // Nor its name.
    publishedName: () => undefined,
    log,
    faults: openFaultTable(),
    persona: () => personaOf('own'),
  }
}

/** Identifies people by the session that they started on the sign-in page, and nobody else. */
export function identifierOf(device: RemoteDevice, { serial }: DeviceContext): Identifier {
  const { sessions } = device
  return {
    identify(request) {
      const { secure } = requestInfoOf(request)
      const token = tokenIn(request.headers.cookie, cookieName(serial, secure))
      const user = token === undefined ? undefined : sessions.find(token, Date.now())?.user
      const account = user === undefined ? undefined : sessions.accountOf(user)
      if (token === undefined || user === undefined || !account) return { kind: 'unknown' }
      const current = () =>
        sessions.find(token, Date.now()) ? sessions.accountOf(user)?.groups : undefined
      const { groups, signIn } = account
      const known: Identity = { kind: 'known', caller: { user, groups, by: 'session', current } }
      // A page must not open for an account that the device has removed: it could only fail.
      return isNavigation(request.headers) ? whileAccepted(device, user, signIn, known) : known
    },
    async verify(user, password) {
      try {
        const groups = await device.verify(user, password)
        if (!groups) return { kind: 'unknown' }
        const current = () => sessions.accountOf(user)?.groups
        return { kind: 'known', caller: { user, groups, by: 'page', current } }
      } catch (error) {
        if (!(error instanceof TooManyAttempts)) throw error
        return { kind: 'slowDown', seconds: error.seconds }
      }
    },
    verifyToken: () => ({ kind: 'unknown' }),
    challenges: () => [],
  }
}

async function whileAccepted(
  device: RemoteDevice,
  user: string,
  signIn: DeviceSignIn,
  known: Identity,
): Promise<Identity> {
  return (await device.opensPage(user, signIn)) ? known : { kind: 'unknown' }
}
