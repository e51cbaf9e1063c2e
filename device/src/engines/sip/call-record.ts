/** What incoming and outgoing calls have in common: their state, their audio and their limits. */
import { randomBytes } from 'node:crypto'
import type { Clock } from '../../clock/clock.ts'
import type { Log } from '../../log.ts'
import type { MediaAgreement, MediaSession, MediaStatistics, Microphone } from '../media/types.ts'
import { after } from './timer.ts'
import type { CallStatus, ReceivedDigit, SipAccount, SipSettings } from './types.ts'
import { withoutPassword } from './wire.ts'

/** Told to whoever listens to all calls. */
export interface CallListeners {
  onCall(status: CallStatus): void
  onDigit(digit: ReceivedDigit): void
  onStatistics(callId: string, statistics: MediaStatistics): void
}

export interface CallRecord {
  readonly callId: string
  status(): CallStatus
  change(change: Partial<CallStatus>): void
  /** Ends it, once: further calls change nothing. */
  end(code: number | undefined, reason: string): void
  ended(): boolean
  /** Calls back after milliseconds, unless the call has ended or the returned function is called. */
  after(ms: number, run: () => void): () => void
  /** Takes the call's audio, which it closes in the end; closes it at once if the call has ended. */
  adopt(session: MediaSession): void
  audio(): MediaSession | undefined
  stopAudio(): void
  /** Calls back with the reason when nothing can be heard any more. */
  onSilenced(listener: (reason: string) => void): void
  /** Starts or changes the audio. */
  agree(agreement: MediaAgreement): void
  agreement(): MediaAgreement | undefined
  /** How many packets of audio have arrived. */
  packets(): number
  speak(microphone: Microphone): void
  /** Reports a key that the other side has pressed, if the account takes it this way. */
  digit(digit: string, via: ReceivedDigit['via']): void
  account(): SipAccount
  settings(): SipSettings
}

export interface CallRecordParts {
  clock: Pick<Clock, 'now' | 'wait'>
  log: Log
  listeners: CallListeners
  account: () => SipAccount
  settings: () => SipSettings
}

/** The longest reason and address that another side can give, in characters. Own design. */
const REASON_MAX = 100
const URI_MAX = 255

/** @param start what is known from the beginning */
export function openCallRecord(
  parts: CallRecordParts,
  start: Pick<CallStatus, 'direction' | 'state' | 'localUri' | 'remoteUri'>,
): CallRecord {
  const { clock, log, listeners, account, settings } = parts
  const prefix = start.direction === 'outgoing' ? 'Out' : 'In'
  const callId = `${prefix}-${clock.now()}-${randomBytes(4).toString('hex')}`
  const timers = new Set<() => void>()
  let audio: MediaSession | undefined
  let agreed: MediaAgreement | undefined
  let microphone: Microphone | undefined
  let packets = 0
  let silenced: ((reason: string) => void) | undefined
  let status: CallStatus = {
    ...start,
    remoteUri: withoutPassword(start.remoteUri).slice(0, URI_MAX),
    callId,
    accountId: account().id,
    code: undefined,
    reason: '',
    started: clock.now(),
    answered: undefined,
    ended: undefined,
    codec: undefined,
    encrypted: false,
  }

  const ended = () => status.state === 'terminated'

  function stopAudio(): void {
    audio?.close()
    audio = undefined
  }

  function tell(): void {
    listeners.onCall({ ...status })
  }

  function takeDigit(digit: string, via: ReceivedDigit['via']): void {
    const { dtmf } = account()
    if (ended() || !(via === 'info' ? dtmf.info : dtmf.rfc2833)) return
    listeners.onDigit({ callId, accountId: status.accountId, digit, via })
  }

  return {
    callId,
    status: () => ({ ...status }),
    change(change) {
      if (ended()) return
      status = { ...status, ...change }
      tell()
    },
    end(code, reason) {
      if (ended()) return
      for (const stop of timers) stop()
      timers.clear()
      stopAudio()
      status = {
        ...status,
        state: 'terminated',
        code,
        reason: reason.slice(0, REASON_MAX),
        ended: clock.now(),
      }
      log.info({ callId, code, reason: status.reason }, 'SIP call ended')
      tell()
    },
    ended,
    after(ms, run) {
      if (ended()) return () => {}
      const stop = after(clock, ms, () => {
        timers.delete(end)
        run()
      })
      const end = () => {
        timers.delete(end)
        stop()
      }
      timers.add(end)
      return end
    },
    adopt(session) {
      if (ended()) {
        session.close()
        return
      }
      audio = session
      session.onDigit((digit) => takeDigit(digit, 'rtp'))
      session.onStatistics((statistics) => {
        packets = statistics.received
        if (!ended()) listeners.onStatistics(callId, statistics)
      })
      session.onTrouble((trouble) => {
        if (ended()) return
        const { kind } = trouble
        if (kind === 'ice') {
          log.warn({ callId }, 'ICE found no way for the audio of a SIP call')
          return
        }
        log.warn({ callId, why: trouble.why }, 'the relay of a SIP call is gone')
        if (trouble.used) silenced?.('The relay of the TURN server is gone.')
      })
      if (microphone) session.speak(microphone)
    },
    audio: () => audio,
    stopAudio,
    onSilenced: (listener) => void (silenced = listener),
    agree(agreement) {
      agreed = agreement
      audio?.agree(agreement)
      status = { ...status, codec: agreement.codec, encrypted: agreement.srtp !== undefined }
    },
    agreement: () => agreed,
    packets: () => packets,
    speak(next) {
      microphone = next
      audio?.speak(next)
    },
    digit: takeDigit,
    account,
    settings,
  }
}
