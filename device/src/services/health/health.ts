import {
  getHealth,
  HEALTH_CALL_DAYS,
  HEALTH_MEASURES,
  HEALTH_RANGES,
} from '@lintel/contract/calls/health'
import type { HealthMeasure } from '@lintel/contract/calls/health'
import { SD_CARD } from '@lintel/contract/disks'
import { serve } from '@lintel/front-door/serve'
import type { Figures } from '../../engines/health/sample.ts'
import { HEAT_LIMITS } from '../heat/heat-state.ts'
import type { Service } from '../service.ts'
import { callsPerDay } from '../sip/calls-per-day.ts'

/** What the device has measured of itself. */
export const healthService: Service = (device) => {
  const { events, health, storage, thermometer } = device
  return {
    // Open pages show at once that the device gets too hot; they poll everything else.
    close: thermometer.subscribe(() => events.changed('health')),
    calls: [
      serve(getHealth, ({ range }) => {
        const { from, samples } = health.samples(range)
        const latest = health.latest()
        const columnsOf = (measure: HealthMeasure) => {
          const column = (figure: keyof Figures) =>
            samples.map((one) => rounded(one?.figures[measure]?.[figure]))
          return { mean: column('mean'), low: column('low'), high: column('high') }
        }
        return {
          from,
          step: HEALTH_RANGES[range].step,
          since: health.since() ?? null,
          latest: byMeasure((measure) => rounded(latest[measure])),
          samples: byMeasure(columnsOf),
          limits: {
            temperature: HEAT_LIMITS,
            storage: storage.space(SD_CARD)?.total ?? null,
          },
          calls: callsPerDay(device, HEALTH_CALL_DAYS).map(({ day, answered, unanswered }) => ({
            day,
            answered,
            unanswered,
          })),
        }
      }),
    ],
  }
}

const rounded = (value: number | undefined) =>
  value === undefined ? null : Math.round(value * 10) / 10

const byMeasure = <T>(valueOf: (measure: HealthMeasure) => T): Record<HealthMeasure, T> =>
  Object.fromEntries(HEALTH_MEASURES.map((measure) => [measure, valueOf(measure)])) as Record<
    HealthMeasure,
    T
  >
