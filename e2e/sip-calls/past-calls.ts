import { join } from 'node:path'
import { restoreSnapshot, saveSnapshot } from '@lintel/contract/bench'
import { getCallsPerDay } from '@lintel/contract/calls/call-log'
import { fillCallLog } from '../../device/src/state/testing/fill-call-log.ts'
import type { PastCall } from '../../device/src/state/testing/fill-call-log.ts'
import type { Rig } from '../rig/rig.ts'

const SNAPSHOT = 'past-calls'
const DAY_MS = 86_400_000
/** How calls end, in turn. */
const ENDS: readonly Pick<PastCall, 'outcome' | 'code' | 'reason' | 'codec' | 'encrypted'>[] = [
  { outcome: 'answered', code: 0, reason: '', codec: 'G.722', encrypted: true },
  { outcome: 'answered', code: 0, reason: '', codec: 'PCMA', encrypted: false },
  { outcome: 'unanswered', code: 486, reason: 'Busy Here', codec: '', encrypted: false },
  { outcome: 'unanswered', code: 0, reason: '', codec: '', encrypted: false },
  { outcome: 'restart', code: 0, reason: '', codec: 'PCMU', encrypted: false },
  { outcome: 'unanswered', code: 603, reason: 'Decline', codec: '', encrypted: false },
  { outcome: 'answered', code: 408, reason: 'Request Timeout', codec: 'PCMA', encrypted: false },
]

/** So many calls, spread over these days before today, the oldest first. */
export async function pastCalls(rig: Rig, count: number, days: number): Promise<PastCall[]> {
  const { days: counted } = await rig.root.call(getCallsPerDay, { days: 1 })
  const today = Date.parse(counted[0]?.day ?? '')
  return Array.from({ length: count }, (_, index) => {
    const ago = days - Math.floor((index * days) / count)
    const end = ENDS[index % ENDS.length] ?? ENDS[0]
    return {
      outcome: 'answered',
      code: 0,
      reason: '',
      codec: '',
      encrypted: false,
      ...end,
      day: new Date(today - ago * DAY_MS).toISOString().slice(0, 10),
      direction: index % 3 === 0 ? 'outgoing' : 'incoming',
      account: 'sip_account_0',
      accountName: index % 5 === 0 ? 'Reception' : 'Gate',
      remote: `sip:flat${index}@pbx.example.com`,
      seconds: end?.codec === '' ? 0 : (index * 37) % 900,
    }
  })
}

/** Puts calls into the log of a device that keeps everything else, people's sessions included. */
export async function fillLog(rig: Rig, calls: readonly PastCall[]): Promise<void> {
  await rig.bench.call(saveSnapshot, { name: SNAPSHOT })
  await fillCallLog(join(rig.dataFolder, 'snapshots', SNAPSHOT, 'device', 'state.db'), calls)
  await rig.bench.call(restoreSnapshot, { name: SNAPSHOT, keepSessions: true })
}
