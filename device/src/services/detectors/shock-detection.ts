import * as calls from '@lintel/contract/calls/shock-detection'
import { TOPICS } from '@lintel/contract/events'
import { Refusal } from '@lintel/contract/fault'
import { FORCE } from '@lintel/contract/handling'
import { serve } from '@lintel/front-door/serve'
import { openRecord } from '../../state/records.ts'
import type { Service } from '../service.ts'

interface Settings {
  enabled: boolean
  /** 0 to 100. */
  sensitivity: number
}

const FACTORY: Settings = { enabled: false, sensitivity: 50 }

const VERSIONS = ['1', calls.SHOCK_VERSION]

/** For so long, no other shock is told of. Source: the public shock detection API. */
const QUIET_MS = 5_000

/** The force that a knock needs: at most that of the strongest one, so that one always counts. */
const neededFor = ({ sensitivity }: Settings): number => FORCE.max - sensitivity

/** Tells of knocks on the housing. Source: console specification B §7 "Shock". */
export const shockDetectionService: Service = (device) => {
  const { wire, clock, events, database, log, logToBench } = device
  const stored = openRecord<Settings>(database, 'shockDetection')
  const settings = () => stored.get() ?? FACTORY
  let quietUntil = Number.NEGATIVE_INFINITY

  const unsubscribe = wire.on('knock', ({ force }) => {
    const now = settings()
    if (!now.enabled || force < neededFor(now) || clock.monotonic() < quietUntil) return
    quietUntil = clock.monotonic() + QUIET_MS
    events.publish({ topic: TOPICS.shock, source: { channel: '1' }, data: {} })
    logToBench('detected.shock')
  })

  function change(part: Partial<Settings>): null {
    try {
      stored.put({ ...settings(), ...part })
      // Consoles show them with the parameters of the other detectors.
      events.changed('parameters')
    } catch (cause) {
      log.error({ err: cause }, 'the settings of the shock detection could not be stored')
      throw refusal('processing')
    }
    return null
  }

  return {
    calls: [
      serve(calls.getShockVersion, () => calls.SHOCK_VERSION),
      serve(calls.getShockEnabled, (request) => {
        checkVersion(request)
        return settings().enabled
      }),
      serve(calls.setShockEnabled, (request) => {
        checkVersion(request)
        const { enabled } = request
        if (enabled !== 'true' && enabled !== 'false') throw refusal('invalid')
        return change({ enabled: enabled === 'true' })
      }),
      serve(calls.getShockSensitivity, (request) => {
        checkVersion(request)
        return settings().sensitivity
      }),
      serve(calls.setShockSensitivity, (request) => {
        checkVersion(request)
        return change({ sensitivity: sensitivityIn(request.level) })
      }),
    ],
    close: unsubscribe,
  }
}

/** @throws Refusal */
function checkVersion({ schemaversion }: { schemaversion: string }): void {
  if (schemaversion === '') throw refusal('invalid')
  if (!VERSIONS.includes(schemaversion)) throw refusal('version')
}

/** @throws Refusal */
function sensitivityIn(text: string): number {
  if (!/^-?\d+$/.test(text)) throw refusal('invalid')
  const level = Number(text)
  if (level < calls.SENSITIVITY.min || level > calls.SENSITIVITY.max) throw refusal('range')
  return level
}

function refusal(error: keyof typeof calls.SHOCK_ERRORS): Refusal {
  const [code, description] = calls.SHOCK_ERRORS[error]
  return new Refusal('invalid', description, [code])
}
