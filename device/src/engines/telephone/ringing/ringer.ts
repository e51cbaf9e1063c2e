import type { CallOnDisplay } from '@lintel/contract/shown'
import type { LogToBench } from '../../../hardware/bench-log.ts'
import type { Phonebook } from '../../../state/phonebook/phonebook.ts'
import { CannotCall } from '../../sip/sip.ts'
import type { Sip } from '../../sip/sip.ts'
import type { CallStatus } from '../../sip/types.ts'
import { isOngoing } from '../reasons.ts'
import { nameOf, whomToRing } from './whom-to-ring.ts'
import type { RingingRules, Step } from './whom-to-ring.ts'

/** Rings the entries of the phonebook: one call after the other, until somebody answers. */
export interface Ringer {
  /**
   * Rings a contact, a call group or the rule of the call button. Does nothing while it rings or
   * there is another call.
   */
  ring(entry: string): void
  /** To be called with each change of a call. */
  follow(call: CallStatus): void
  /** Whether it rings somebody, or is about to ring the next one. */
  isRinging(): boolean
  /** Rings nobody else; a call that goes on is left to the caller. */
  stop(): void
  /** The name of who is called by a call of the ringer; undefined for other calls. */
  nameOf(callId: string): string | undefined
}

export interface RingerParts extends Pick<RingingRules, 'isActive' | 'accountFor' | 'tellsVms'> {
  phonebook: Pick<Phonebook, 'find' | 'childrenOf'>
  sip: Pick<Sip, 'settled' | 'call' | 'calls' | 'statuses'>
  /** Tells the VMS that somebody is at the door. */
  tellVms(): void
  logToBench: LogToBench
  /** Called when the ringing begins to call somebody, and when it has ended in vain. */
  onState(state: CallOnDisplay): void
  /** Called with what nobody has foreseen. */
  onError(cause: unknown): void
}

/** Ringing that goes on. */
interface Ringing {
  name: string
  steps: Generator<Step, void>
  /** The present call. */
  callId: string | undefined
  calls: number
  declined: number
  told: number
  skipped: number
}

const BUSY = new Set([486, 600])
const NO_ANSWER = new Set([408, 480, 487])
const DECLINED = 603

export function openRinger(parts: RingerParts): Ringer {
  const { phonebook, sip, logToBench } = parts
  let current: Ringing | undefined
  /** Whom the calls of the present and the last ringing are to. */
  const names = new Map<string, string>()
  /** Who is about to be called: a call can be heard of before its id is known. */
  let placing: string | undefined

  const ongoing = () => sip.calls().some(isOngoing)

  function finish({ name, calls, declined, told, skipped }: Ringing): void {
    current = undefined
    if (calls > 0) logToBench('call.unanswered', { name })
    else if (skipped > 0 && told === 0) logToBench('call.unavailable', { name })
    else if (told === 0) logToBench('call.nobody', { name })
    const missed = calls > 0 && declined === calls ? 'declined' : 'unanswered'
    const inVain = told > 0 ? 'told' : calls > 0 ? missed : 'unavailable'
    parts.onState({ state: inVain, name })
  }

  function skip(ringing: Ringing, name: string, why: string): void {
    ringing.skipped += 1
    logToBench('call.skipped', { name, why })
  }

  /** Whether a call goes on after it. */
  function take(ringing: Ringing, step: Step): boolean {
    const { name } = step
    if (step.do === 'skip') {
      skip(ringing, name, step.why)
      return false
    }
    if (step.do === 'tell') {
      ringing.told += 1
      logToBench('call.told', { name })
      parts.tellVms()
      return false
    }
    const { address, account } = step
    const status = sip.statuses().find(({ accountId }) => accountId === account)?.status ?? 0
    // The registrar has refused the account, or can't be reached.
    if (status >= 300) {
      skip(ringing, name, 'notRegistered')
      return false
    }
    placing = name
    try {
      const callId = sip.call(address, account === '' ? undefined : account)
      names.set(callId, name)
      ringing.callId = callId
    } catch (cause) {
      if (!(cause instanceof CannotCall)) throw cause
      ringing.skipped += 1
      logToBench('call.notPossible', { address, why: cause.reason })
      return false
    } finally {
      placing = undefined
    }
    ringing.calls += 1
    parts.onState({ state: 'ringing', name })
    const ended = sip.calls().find(({ callId }) => callId === ringing.callId)
    if (ended?.state !== 'terminated') return true
    missed(ringing, ended, name)
    return false
  }

  function missed(ringing: Ringing, { code = 0 }: CallStatus, name: string): void {
    if (code === DECLINED) ringing.declined += 1
    const why = BUSY.has(code) ? 'busy' : NO_ANSWER.has(code) ? 'noAnswer' : 'unreachable'
    logToBench('call.skipped', { name, why: code === DECLINED ? 'declined' : why })
  }

  async function goOn(ringing: Ringing): Promise<void> {
    await sip.settled()
    if (current !== ringing) return
    // Somebody speaks to the visitor already.
    if (ongoing()) {
      current = undefined
      return
    }
    ringing.callId = undefined
    for (const step of remaining(ringing.steps)) if (take(ringing, step)) return
    finish(ringing)
  }

  function next(ringing: Ringing): void {
    goOn(ringing).catch((cause: unknown) => {
      if (current === ringing) current = undefined
      parts.onError(cause)
    })
  }

  return {
    ring(id) {
      const entry = phonebook.find(id)
      if (!entry || current || ongoing()) return
      names.clear()
      const steps = whomToRing(parts, id)
      const name = nameOf(entry)
      current = { name, steps, callId: undefined, calls: 0, declined: 0, told: 0, skipped: 0 }
      next(current)
    },
    follow(call) {
      const ringing = current
      if (!ringing || call.callId !== ringing.callId) return
      if (call.state === 'active') current = undefined
      else if (call.state === 'terminated') {
        missed(ringing, call, names.get(call.callId) ?? '')
        next(ringing)
      }
    },
    isRinging: () => current !== undefined,
    stop() {
      current = undefined
    },
    nameOf: (callId) => names.get(callId) ?? placing,
  }
}

/** The steps that are left. Unlike `for … of` over them, does not end them when it is left. */
const remaining = (steps: Generator<Step, void>): Iterable<Step> => ({
  [Symbol.iterator]: () => ({ next: () => steps.next() }),
})
