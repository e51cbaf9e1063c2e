import { Refusal } from '@lintel/contract/fault'
import type { Product } from '@lintel/contract/products/product'
import type { CallOnDisplay } from '@lintel/contract/shown'
import type { MicrophoneInput, Plugged } from '@lintel/contract/wire'
import { KEYPAD_KEYS } from '@lintel/contract/wire'
import { worksIn } from '@lintel/contract/rules/dtmf'
import { CALL_BUTTON_RULE } from '@lintel/contract/rules/phonebook'
import { TOPICS } from '@lintel/contract/events'
import type { Clock } from '../../clock/clock.ts'
import type { EventBus } from '../../events/bus.ts'
import type { LogToBench } from '../../hardware/bench-log.ts'
import type { Display } from '../../hardware/display.ts'
import type { Wire } from '../../hardware/wire.ts'
import type { Log } from '../../log.ts'
import type { CallLog } from '../../state/call-log.ts'
import type { Database } from '../../state/database.ts'
import type { DtmfConfigurations } from '../../state/dtmf-configurations.ts'
import type { openDtmfTriggers } from '../../state/dtmf-triggers.ts'
import type { IntercomSettings } from '../../state/intercom-settings.ts'
import type { Parameters } from '../../state/parameters.ts'
import type { Phonebook } from '../../state/phonebook/phonebook.ts'
import type { SipAccounts } from '../../state/sip-accounts.ts'
import type { SipSettingsStore } from '../../state/sip-settings.ts'
import type { Engine } from '../engine.ts'
import type { IoPorts } from '../io-ports/io-ports.ts'
import type { Microphone } from '../media/types.ts'
import type { Schedules } from '../schedules/schedules.ts'
import type { CallStatus, ReceivedDigit } from '../sip/types.ts'
import { openCallEvents } from './call-events.ts'
import { openCallsAtFront } from './calls-at-front.ts'
import { DEFAULT_CODECS } from './codecs.ts'
import { currentConfiguration } from './configuration.ts'
import { openContactNames } from './contact-names.ts'
import { openGuesses, PAUSE_MS } from './guesses.ts'
import type { OtherSide } from './guesses.ts'
import { openLoggedCalls } from './logged-calls.ts'
import { microphoneOf } from './microphone.ts'
import { isOngoing } from './reasons.ts'
import { openRinger } from './ringing/ringer.ts'
import { accountFor, proxiesIn, settingsFor, withPasswords } from './to-engine.ts'
import { openEnteredKeys } from './triggers.ts'
import { CannotCall } from '../sip/sip.ts'
import type { Sip } from '../sip/sip.ts'

/**
 * What a person at the device does with calls, and what the device does by itself: it configures the
 * SIP engine as stored, rings whom the phonebook names, logs and announces calls, and activates
 * outputs when the other side enters a code.
 */
export interface Telephone extends Engine {
  /**
   * Calls an address as soon as the settings are applied, and returns the call's id.
   * @param account id; empty for the default one
   * @throws Refusal `invalid` or `busy` when the call can't even be tried
   */
  call(to: string, account: string): Promise<string>
  /**
   * Rings a contact or a call group of the phonebook (`whomToRing`), unless there is another call.
   */
  ring(entry: string): void
  /** @throws Refusal `absent` unless such a call is going on */
  answer(callId: string): void
  /** @throws Refusal `absent` unless such a call is going on */
  hangUp(callId: string): void
  /** Ends all calls, and rings nobody else. */
  hangUpAll(): void
  /**
   * What is spoken into the microphone from now on.
   * @throws Refusal `invalid` for a file that is no audio
   */
  speak(input: MicrophoneInput): void
  /** Whether keys of the keypad go to a call. */
  inCall(): boolean
}

export interface TelephoneParts {
  clock: Pick<Clock, 'now' | 'monotonic'>
  product: Product
  plugged: Pick<Plugged, 'ports'>
  database: Pick<Database, 'onRestored'>
  parameters: Pick<Parameters, 'get'>
  sip: Sip
  ioPorts: Pick<IoPorts, 'order'>
  sipSettings: SipSettingsStore
  sipAccounts: SipAccounts
  dtmfConfigurations: DtmfConfigurations
  dtmfTriggers: ReturnType<typeof openDtmfTriggers>
  callLog: CallLog
  phonebook: Pick<Phonebook, 'find' | 'childrenOf' | 'withAddress'>
  schedules: Pick<Schedules, 'isActive'>
  /** Undefined on products without one. */
  display: Pick<Display, 'showCall' | 'onChosen' | 'onCallTouched'> | undefined
  intercomSettings: Pick<IntercomSettings, 'get'>
  events: EventBus
  wire: Wire
  logToBench: LogToBench
  log: Log
}

/** Why a call can't be tried, for people. */
const REFUSED: Record<CannotCall['reason'], Refusal> = {
  disabled: new Refusal('busy', 'SIP is disabled.'),
  noAccount: new Refusal('busy', 'No enabled SIP account can make the call.'),
  badAddress: new Refusal('invalid', "Parameter 'To' is not an address that can be called."),
  tooMany: new Refusal('busy', 'The device has too many calls already.'),
}

export function openTelephone(parts: TelephoneParts): Telephone {
  const { sip, ioPorts, sipSettings, sipAccounts, dtmfConfigurations, dtmfTriggers } = parts
  const { callLog, phonebook, schedules, intercomSettings, display, events } = parts
  const { wire, logToBench, clock, log } = parts
  const loggedCalls = openLoggedCalls(parts)
  const callEvents = openCallEvents(events)
  const guesses = openGuesses(() => clock.monotonic(), ignoreKeys)
  const keys = openEnteredKeys(guesses)
  const nameOf = (account: string) => sipAccounts.find(account)?.Name ?? ''
  const front = openCallsAtFront(wire, nameOf)
  const contactsOf = openContactNames(parts)
  let microphone: Microphone = { kind: 'silence' }
  /** Calls that were heard of, and whether they have been answered. */
  const known = new Map<string, 'new' | 'answered'>()

  const ringer = openRinger({
    phonebook,
    sip,
    isActive: (schedule) => schedules.isActive(schedule, clock.now()),
    accountFor: (id) => (sipAccounts.find(id) ?? sipAccounts.default())?.Id ?? '',
    tellsVms: () => intercomSettings.get().CallTriggersEnabled,
    tellVms: () => callEvents.vms(clock.now()),
    logToBench,
    onState: (state) => display?.showCall(state),
    onError: (cause) => log.error({ err: cause }, 'ringing has failed'),
  })

  const ongoing = () => sip.calls().filter(isOngoing)
  const activeCall = () => ongoing().find(({ state }) => state === 'active')

  function configure(): void {
    const current = currentConfiguration({ ...parts, settings: sipSettings })
    const configuration = withPasswords(current, sipSettings)
    const proxies = proxiesIn(configuration)
    const accounts = sipAccounts.all().map((account) => {
      const dtmf = dtmfConfigurations.find(account.DTMFConfigurationId)
      const keys = { rfc2833: dtmf?.RFC2833 ?? true, info: dtmf?.RFC2976 ?? true }
      return accountFor(account, sipAccounts.secrets(account.Id), keys, proxies)
    })
    const codecs = sipSettings.codecs() ?? DEFAULT_CODECS
    sip.configure(settingsFor(configuration, codecs, sipSettings.turnPasswords()), accounts)
  }

  function tell(call: CallStatus): void {
    const { callId, state, direction, remoteUri: remote } = call
    const before = known.get(callId)
    if (before === undefined) {
      known.set(callId, 'new')
      const name = ringer.nameOf(callId)
      if (name !== undefined) logToBench('call.rings', { name, remote })
      else logToBench(direction === 'incoming' ? 'call.incoming' : 'call.outgoing', { remote })
    }
    if (state === 'active' && before !== 'answered') {
      known.set(callId, 'answered')
      logToBench('call.answered', { remote })
      sip.speak(callId, microphone)
    }
    if (state === 'terminated') {
      known.delete(callId)
      keys.forget(callId)
      const { code = 0, reason } = call
      const how = code === 0 ? 'normally' : 'by a code'
      logToBench('call.ended', { remote, how, code, reason })
    }
  }

  /**
   * Who is at the other end of a call, for people at the door: whom the ringer calls, or the first
   * contact with that address. Addresses are nobody's business there.
   */
  const otherSide = ({ callId, remoteUri, accountId }: CallStatus): string =>
    ringer.nameOf(callId) ?? contactsOf({ remote: remoteUri, account: accountId })[0] ?? ''

  /** What has become of calls; the ringer shows that its own were in vain. */
  function showOnDisplay(): void {
    if (!display) return
    const call = activeCall() ?? ongoing().find(ringsHere) ?? ongoing()[0]
    if (call) display.showCall({ state: shownState(call), name: otherSide(call) })
    else if (!ringer.isRinging()) display.showCall(undefined)
  }

  function onCall(call: CallStatus): void {
    loggedCalls.call(call)
    callEvents.call(call, sip.calls())
    tell(call)
    ringer.follow(call)
    front.show(ongoing())
    showOnDisplay()
  }

  function onDigit({ callId, accountId, digit }: ReceivedDigit): void {
    const call = ongoing().find((one) => one.callId === callId)
    const trigger = call && keys.press(call, digit, triggersOf(accountId))
    if (!trigger) return
    const { id, name, port, pulse } = trigger
    try {
      ioPorts.order(port, [
        { active: true, wait: pulse },
        { active: false, wait: 0 },
      ])
    } catch (cause) {
      // The port has become an input since.
      log.warn({ err: cause, port }, 'DTMF trigger without an output')
      return
    }
    logToBench('call.trigger', { name, port })
    const source = { DTMFEventId: id }
    events.publish({ topic: TOPICS.dtmf, source, data: { CallId: callId } })
  }

  function ignoreKeys({ remoteUri }: OtherSide, whose: 'own' | 'strangers'): void {
    log.warn({ remoteUri, whose }, 'too many keys without a DTMF code')
    logToBench('call.guessing', { remote: remoteUri, whose, minutes: PAUSE_MS / 60_000 })
    const data = { RemoteURI: remoteUri, Callers: whose, Seconds: String(PAUSE_MS / 1000) }
    events.publish({ topic: TOPICS.keysIgnored, source: {}, data })
  }

  /** The triggers that work in the calls of an account. */
  function triggersOf(accountId: string) {
    const account = sipAccounts.find(accountId)
    const named = dtmfConfigurations.find(account?.DTMFConfigurationId ?? '')?.DTMFTriggerId ?? []
    return dtmfTriggers.all().filter((one) => worksIn(one, accountId, named))
  }

  /**
   * The button answers a call that rings here, and otherwise rings its rule; while there is another
   * call, it does nothing.
   */
  function pressButton(): void {
    const [first] = ongoing()
    if (first) {
      if (ringsHere(first)) sip.answer(first.callId)
      return
    }
    if (phonebook.find(CALL_BUTTON_RULE)?.record.DisplayButton === false) {
      logToBench('call.buttonOff')
      return
    }
    ringer.ring(CALL_BUTTON_RULE)
  }

  /** What a visitor has touched on the display, while it shows a call. */
  function touchCall(action: 'answer' | 'end'): void {
    const incoming = ongoing().find(ringsHere)
    if (action === 'answer') {
      if (incoming) sip.answer(incoming.callId)
      return
    }
    const call = activeCall() ?? incoming ?? ongoing()[0]
    if (call) hangUp(call.callId)
    // The next one may be about to be called.
    else if (ringer.isRinging()) {
      ringer.stop()
      showOnDisplay()
    }
  }

  function hangUp(callId: string): void {
    if (ringer.nameOf(callId) !== undefined) ringer.stop()
    sip.terminate(callId)
  }

  function expectOngoing(callId: string): void {
    if (ongoing().some((call) => call.callId === callId)) return
    throw new Refusal('absent', 'There is no such call.')
  }

  function begin(): void {
    loggedCalls.settle(ongoing())
    configure()
    callEvents.accounts(sip.statuses())
  }

  const stops = [
    sipSettings.subscribe(configure),
    sipAccounts.subscribe(configure),
    dtmfConfigurations.subscribe(configure),
    sip.onStatus(() => callEvents.accounts(sip.statuses())),
    sip.onCall(onCall),
    sip.onDigit(onDigit),
    sip.onStatistics((callId, statistics) => front.levels(callId, statistics, ongoing())),
    ...[sipSettings, sipAccounts, dtmfConfigurations, dtmfTriggers].map((one) =>
      one.subscribe(() => events.changed('sip')),
    ),
    callLog.subscribe((ids) => events.changed('calls', ids)),
    ...(display
      ? [display.onChosen((entry) => ringer.ring(entry)), display.onCallTouched(touchCall)]
      : []),
    wire.on('pressed', ({ key }) => {
      const call = activeCall()
      if (key === 'callButton') pressButton()
      else if (call && KEYPAD_KEYS.some((one) => one === key)) sip.press(call.callId, key)
    }),
  ]
  begin()

  return {
    async call(to, account) {
      await sip.settled()
      try {
        return sip.call(to, account === '' ? undefined : account)
      } catch (cause) {
        throw isCannotCall(cause) ? REFUSED[cause.reason] : cause
      }
    },
    answer(callId) {
      expectOngoing(callId)
      sip.answer(callId)
    },
    ring: (entry) => ringer.ring(entry),
    hangUp(callId) {
      expectOngoing(callId)
      hangUp(callId)
    },
    hangUpAll() {
      if (ringer.isRinging()) ringer.stop()
      for (const { callId } of ongoing()) hangUp(callId)
      showOnDisplay()
    },
    speak(input) {
      microphone = microphoneOf(input)
      for (const { callId, state } of ongoing()) {
        if (state === 'active') sip.speak(callId, microphone)
      }
      front.speak(input.kind, ongoing())
    },
    inCall: () => activeCall() !== undefined,
    stateRestored() {
      ringer.stop()
      begin()
    },
    close() {
      ringer.stop()
      for (const stop of stops) stop()
    },
  }
}

/** Whether a call comes in and waits for an answer. */
const ringsHere = ({ direction, state }: CallStatus): boolean =>
  direction === 'incoming' && state === 'idle'

const shownState = (call: CallStatus): CallOnDisplay['state'] => {
  if (call.state === 'active') return 'connected'
  return ringsHere(call) ? 'incoming' : 'ringing'
}

const isCannotCall = (cause: unknown): cause is CannotCall => cause instanceof CannotCall
