import type { CallAtFront, MicrophoneInput } from '@lintel/contract/wire'
import type { Wire } from '../../hardware/wire.ts'
import type { MediaStatistics } from '../media/types.ts'
import type { CallStatus } from '../sip/types.ts'

type Levels = Pick<CallAtFront, 'heard' | 'spoken'>

const SILENT: Levels = { heard: null, spoken: null }

/** Reports the calls that are going on to the board, with their levels. */
export interface CallsAtFront {
  show(ongoing: readonly CallStatus[]): void
  levels(callId: string, statistics: MediaStatistics, ongoing: readonly CallStatus[]): void
  speak(microphone: MicrophoneInput['kind'], ongoing: readonly CallStatus[]): void
}

/** @param accountName of an account with this id */
export function openCallsAtFront(
  wire: Pick<Wire, 'send'>,
  accountName: (account: string) => string,
): CallsAtFront {
  const levels = new Map<string, Levels>()
  let microphone: MicrophoneInput['kind'] = 'silence'

  function show(ongoing: readonly CallStatus[]): void {
    const ids = new Set(ongoing.map(({ callId }) => callId))
    for (const id of levels.keys()) if (!ids.has(id)) levels.delete(id)
    wire.send({
      type: 'calls',
      calls: ongoing.map((call) => ({
        callId: call.callId,
        direction: call.direction,
        state: stateOf(call),
        remote: call.remoteUri,
        account: accountName(call.accountId),
        codec: call.codec ?? '',
        encrypted: call.encrypted,
        since: call.answered ?? call.started,
        ...(levels.get(call.callId) ?? SILENT),
      })),
      microphone,
    })
  }

  return {
    show,
    levels(callId, { heard, spoken }, ongoing) {
      levels.set(callId, { heard: decibels(heard), spoken: decibels(spoken) })
      show(ongoing)
    },
    speak(kind, ongoing) {
      microphone = kind
      show(ongoing)
    },
  }
}

function stateOf({ state, direction }: CallStatus): CallAtFront['state'] {
  if (state === 'active') return 'active'
  return direction === 'incoming' ? 'ringing' : 'calling'
}

/** JSON has no infinity. */
const decibels = (level: number): number | null =>
  Number.isFinite(level) ? Math.round(level * 10) / 10 : null
