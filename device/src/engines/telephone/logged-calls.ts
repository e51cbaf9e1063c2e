import { Refusal } from '@lintel/contract/fault'
import { dateText, localTime } from '../../clock/zone.ts'
import type { Log } from '../../log.ts'
import { zoneIn } from '../../products/groups/time.ts'
import type { CallLog } from '../../state/call-log.ts'
import type { Parameters } from '../../state/parameters.ts'
import type { SipAccounts } from '../../state/sip-accounts.ts'
import type { CallStatus } from '../sip/types.ts'

/** Keeps the call log: each call has its row from its beginning. */
export interface LoggedCalls {
  call(status: CallStatus): void
  /** Marks calls that the log shows as going on, but that do not go on, as cut off. */
  settle(ongoing: readonly CallStatus[]): void
}

export function openLoggedCalls(parts: {
  callLog: CallLog
  sipAccounts: Pick<SipAccounts, 'find'>
  parameters: Pick<Parameters, 'get'>
  log: Log
}): LoggedCalls {
  const { callLog, sipAccounts, log } = parts
  const { get } = parts.parameters
  /** What the log says of the calls that it has. */
  const logged = new Map<string, string>()

  /** A full disk must not disturb the call itself. */
  function store(work: () => void): void {
    try {
      work()
    } catch (cause) {
      if (!(cause instanceof Refusal && cause.reason === 'storage')) throw cause
      log.warn({}, 'call not logged: no storage left')
    }
  }

  function begin({ callId, accountId, direction, started, remoteUri }: CallStatus): void {
    callLog.begin({
      callId,
      started: new Date(started).toISOString(),
      day: dateText(localTime(zoneIn(get), started)),
      direction,
      account: accountId,
      accountName: sipAccounts.find(accountId)?.Name ?? '',
      remote: remoteUri,
      seconds: 0,
      outcome: 'ongoing',
      code: 0,
      reason: '',
      codec: '',
      encrypted: false,
    })
  }

  return {
    call(status) {
      const { callId, state, encrypted } = status
      store(() => {
        if (!logged.has(callId)) {
          begin(status)
          logged.set(callId, '')
        }
        const change =
          state === 'terminated' ? endOf(status) : { codec: status.codec ?? '', encrypted }
        const now = JSON.stringify(change)
        if (logged.get(callId) !== now) callLog.change(callId, change)
        if (state === 'terminated') logged.delete(callId)
        else logged.set(callId, now)
      })
    },
    settle(ongoing) {
      store(() => callLog.closeOpen(ongoing.map(({ callId }) => callId)))
    },
  }
}

function endOf({ answered, ended, code, reason, codec, encrypted }: CallStatus) {
  const talked = answered === undefined || ended === undefined ? 0 : ended - answered
  return {
    // The clock may have been set back in between.
    seconds: Math.max(0, Math.round(talked / 1000)),
    outcome: answered === undefined ? ('unanswered' as const) : ('answered' as const),
    code: code ?? 0,
    reason,
    codec: codec ?? '',
    encrypted,
  }
}
