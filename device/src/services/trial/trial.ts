import {
  confirmTrial,
  dismissTrial,
  getTrial,
  startTrial,
  startWebServerTrial,
  tryAddress,
} from '@lintel/contract/calls/trial'
import type { TrialStarted, TrialState, TrialChange } from '@lintel/contract/calls/trial'
import { isDeepStrictEqual } from 'node:util'
import { Refusal } from '@lintel/contract/fault'
import { fullName } from '@lintel/contract/parameters/full-name'
import { cipherCalled } from '@lintel/contract/rules/ciphers'
import { deviceAddress } from '@lintel/contract/rules/address'
import { serve } from '@lintel/front-door/serve'
import { networkLane, openSlowDown } from '@lintel/front-door/slow-down'
import { HttpRefusal } from '@lintel/front-door/http-refusal'
import { parametersOf } from '../../engines/web-server/settings.ts'
import { TRIAL_SECONDS } from '../../state/trial.ts'
import type { TrialRecord } from '../../state/trial.ts'
import type { Service } from '../service.ts'

/** The name under which wrong tickets are counted, in place of an account. */
const TICKET = 'ticket'

/** Changes that revert unless they are confirmed at the new address. Own design. */
export const trialService: Service = (device) => {
  const { trial, network, webServer, parameters, accounts, clock } = device
  const slowDown = openSlowDown(() => clock.monotonic())
  /** Whether the account that started the trial is unchanged, with the same password. */
  let mayConfirm: (() => boolean) | undefined

  async function checkFree(address: string): Promise<void> {
    if (await network.isFree(address)) return
    throw new Refusal('invalid', `Another program uses the device's ports at ${address}.`)
  }

  /** Only the administrator who started the trial can confirm it, with an unchanged password. */
  function remember(user: string): void {
    const digest = accounts.credentials(user)?.ha1.sha256
    mayConfirm = () => accounts.credentials(user)?.ha1.sha256 === digest
  }

  return {
    calls: [
      serve(tryAddress, async ({ ip }) => {
        if (deviceAddress(ip))
          throw new Refusal('invalid', 'This is not the IPv4 address of a device.')
        const { onHost } = network.placeWith({
          'root.Network.BootProto': 'none',
          'root.Network.IPAddress': ip,
        })
        return {
          onHost,
          free: onHost && (await network.isFree(ip)),
          addresses: network.urls(onHost ? ip : undefined),
        }
      }),
      serve(startTrial, async ({ values: input }, context): Promise<TrialStarted> => {
        const values = Object.fromEntries(
          Object.entries(input).map(([name, value]) => [fullName(name), value]),
        )
        const { user, groups } = context
        const names = Object.keys(values)
        const mustMatch = () =>
          context.mustMatch((version) => parameters.versions.isCurrent(version, names))
        if (user === undefined || names.length === 0) {
          throw new Refusal('missing', 'No parameter to set was given!')
        }
        const from = network.place().address
        const requested = network.placeWith(values)
        if (!requested.onHost) {
          mustMatch()
          parameters.update(values, groups)
          return { stored: true, addresses: network.urls() }
        }
        await checkFree(requested.address)
        mustMatch()
        const note = { from, to: requested.address }
        const ticket = trial.start({ values, user, groups, note })
        // Callers move on as soon as they have the response, so listen first.
        await network.settled()
        if (network.place().address !== requested.address) {
          trial.withdraw()
          throw new Refusal('internal', `The device cannot listen at ${requested.address}.`)
        }
        remember(user)
        const addresses = network.urls(requested.address)
        return { stored: false, ticket, addresses, seconds: TRIAL_SECONDS }
      }),
      serve(startWebServerTrial, async (input, context): Promise<TrialStarted> => {
        const { policy, certificate = '', ciphers } = input
        const { user = '', groups } = context
        const requested = { policy, certificate, ciphers: ciphers.map(cipherCalled) }
        // Values on trial are not stored, so a caller that lost the response gets a new ticket.
        const tried = trial.record()?.state === 'running'
        if (!tried && isDeepStrictEqual(webServer.settings(), requested)) {
          return { stored: true, addresses: network.urls() }
        }
        const values = parameters.encode(parametersOf(requested))
        context.mustMatch((version) => parameters.versions.isCurrent(version, Object.keys(values)))
        const ticket = trial.start({ values, user, groups, note: { policy, certificate } })
        await webServer.settled()
        if (!isDeepStrictEqual(webServer.settings(), requested)) {
          trial.withdraw()
          throw new Refusal('internal', 'The web server could not apply these settings.')
        }
        remember(user)
        return { stored: false, ticket, addresses: network.urls(), seconds: TRIAL_SECONDS }
      }),
      serve(confirmTrial, ({ ticket }, context) => {
        if (context.oldConnection && trial.record()?.note['policy'] !== undefined) {
          throw new Refusal('conflict', 'The ticket is valid on a new connection only.')
        }
        const lanes = [networkLane(context.address, TICKET)]
        const wait = slowDown.wait(lanes)
        if (wait > 0) {
          throw new HttpRefusal('slowDown', 'Too many wrong tickets.', {
            'retry-after': String(Math.ceil(wait / 1000)),
          })
        }
        const user = mayConfirm?.() ? trial.confirm(ticket) : undefined
        if (user === undefined) {
          slowDown.failed(lanes, context.address)
          throw new Refusal('invalid', 'The ticket is invalid or has expired.')
        }
        // A caller that is still signed in needs no new session, which would end its requests in
        // flight.
        if (context.user !== user) context.signIn(user)
        device.logToBench('trial.confirmed', { user })
        return { user }
      }),
      serve(getTrial, () => stateOf(trial.record())),
      serve(dismissTrial, () => {
        trial.dismiss()
        return {}
      }),
    ],
  }
}

function stateOf(record: TrialRecord | undefined): TrialState {
  if (!record) return { state: 'none' }
  const { state, user, note, at } = record
  if (state === 'running') return { state, user, ...changeIn(note) }
  return { state: 'reverted', user, ...changeIn(note), at: new Date(at).toISOString(), why: state }
}

/** Decodes what was tried from a trial's note. */
function changeIn({
  from = '',
  to = '',
  policy,
  certificate = '',
}: TrialRecord['note']): TrialChange {
  return policy === undefined
    ? { kind: 'address', from, to }
    : { kind: 'security', policy, certificate }
}
