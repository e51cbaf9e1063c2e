import {
  confirmTrial,
  dismissTrial,
  getTrial,
  startTrial,
  startWebServerTrial,
  tryAddress,
} from '@lintel/contract/calls/trial'
import type { TrialStarted, TrialState, Tried } from '@lintel/contract/calls/trial'
import { isDeepStrictEqual } from 'node:util'
import { Refusal } from '@lintel/contract/fault'
import { cipherCalled } from '@lintel/contract/rules/ciphers'
import { isIPv4 } from '@lintel/contract/rules/address'
import { serve } from '@lintel/front-door/serve'
import { openSlowDown } from '@lintel/front-door/slow-down'
import { HttpRefusal } from '@lintel/front-door/http-refusal'
import { parametersOf } from '../../engines/web-server/settings.ts'
import { TRIAL_SECONDS } from '../../state/trial.ts'
import type { TrialRecord } from '../../state/trial.ts'
import type { Service } from '../service.ts'

/** What wrong tickets count for, in place of an account. */
const TICKET = 'ticket'

/** Changes that go back unless they are confirmed where they lead to. Own design. */
export const trialService: Service = (device) => {
  const { trial, network, webServer, parameters, accounts, clock } = device
  const slowDown = openSlowDown(() => clock.monotonic())
  /** Whether the account that started the trial is still the administrator that it was. */
  let stillThere: (() => boolean) | undefined

  async function checkFree(address: string): Promise<void> {
    if (await network.isFree(address)) return
    throw new Refusal('invalid', `Something else uses the device's ports at ${address}.`)
  }

  /** Whoever confirms must be the administrator that started it, with the password of then. */
  function remember(user: string): void {
    const proof = accounts.credentials(user)?.ha1.sha256
    stillThere = () => accounts.credentials(user)?.ha1.sha256 === proof
  }

  return {
    calls: [
      serve(tryAddress, async ({ ip }) => {
        if (!isIPv4(ip)) throw new Refusal('invalid', 'This is no IPv4 address.')
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
      serve(startTrial, async ({ values: given }, asked): Promise<TrialStarted> => {
        const values = fullNames(given)
        const { user, groups } = asked
        const names = Object.keys(values)
        const mustMatch = () =>
          asked.mustMatch((version) => parameters.versions.isCurrent(version, names))
        if (user === undefined || names.length === 0) {
          throw new Refusal('missing', 'No parameter to set was given!')
        }
        const from = network.place().address
        const wanted = network.placeWith(values)
        if (!wanted.onHost) {
          mustMatch()
          parameters.update(values, groups)
          return { kept: true, addresses: network.urls() }
        }
        await checkFree(wanted.address)
        mustMatch()
        const note = { from, to: wanted.address }
        const ticket = trial.start({ values, user, groups, note })
        // Whoever has the answer goes there at once.
        await network.settled()
        if (network.place().address !== wanted.address) {
          trial.withdraw()
          throw new Refusal('internal', `The device can't go to ${wanted.address}.`)
        }
        remember(user)
        const addresses = network.urls(wanted.address)
        return { kept: false, ticket, addresses, seconds: TRIAL_SECONDS }
      }),
      serve(startWebServerTrial, async (given, asked): Promise<TrialStarted> => {
        const { policy, certificate = '', ciphers } = given
        const { user = '', groups } = asked
        const wanted = { policy, certificate, ciphers: ciphers.map(cipherCalled) }
        // What is only tried so far is not stored: whoever lost the answer gets another ticket.
        const tried = trial.record()?.state === 'running'
        if (!tried && isDeepStrictEqual(webServer.settings(), wanted)) {
          return { kept: true, addresses: network.urls() }
        }
        const values = parameters.encode(parametersOf(wanted))
        asked.mustMatch((version) => parameters.versions.isCurrent(version, Object.keys(values)))
        const ticket = trial.start({ values, user, groups, note: { policy, certificate } })
        await webServer.settled()
        if (!isDeepStrictEqual(webServer.settings(), wanted)) {
          trial.withdraw()
          throw new Refusal('internal', 'The web server does not answer with these settings.')
        }
        remember(user)
        return { kept: false, ticket, addresses: network.urls(), seconds: TRIAL_SECONDS }
      }),
      serve(confirmTrial, ({ ticket }, context) => {
        if (context.oldConnection && trial.record()?.note['policy'] !== undefined) {
          throw new Refusal('conflict', 'The ticket counts over a new connection only.')
        }
        const wait = slowDown.wait(context.address, TICKET)
        if (wait > 0) {
          throw new HttpRefusal('slowDown', 'Too many wrong tickets.', {
            'retry-after': String(Math.ceil(wait / 1000)),
          })
        }
        const user = stillThere?.() ? trial.confirm(ticket) : undefined
        if (user === undefined) {
          slowDown.failed(context.address, TICKET)
          throw new Refusal('invalid', 'The ticket is not valid, or no longer.')
        }
        slowDown.succeeded(context.address, TICKET)
        // Who has not gone anywhere is signed in: another session would end what is under way with it.
        if (context.user !== user) context.signIn(user)
        device.happened('trial.confirmed', { user })
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

/** The same values under full names: `root.` may be left out. */
const fullNames = (given: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(given).map(([name, value]) => [
      name.startsWith('root.') ? name : `root.${name}`,
      value,
    ]),
  )

function stateOf(record: TrialRecord | undefined): TrialState {
  if (!record) return { state: 'none' }
  const { state, user, note, at } = record
  if (state === 'running') return { state, user, ...triedIn(note) }
  return { state: 'reverted', user, ...triedIn(note), at: new Date(at).toISOString(), why: state }
}

/** What the note of a trial says was tried. */
function triedIn({ from = '', to = '', policy, certificate = '' }: TrialRecord['note']): Tried {
  return policy === undefined
    ? { kind: 'address', from, to }
    : { kind: 'security', policy, certificate }
}
