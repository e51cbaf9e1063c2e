import { join } from 'node:path'
import { restoreSnapshot, saveSnapshot } from '@lintel/contract/bench'
import { getHealth } from '@lintel/contract/calls/health'
import { fillHealthSamples } from '../../device/src/state/testing/fill-health.ts'
import type { Rig } from '../rig/rig.ts'

const SNAPSHOT = 'past-health'
const HOUR = 3_600_000
const DAY = 24 * HOUR

/** A number between 0 and 1 that looks random, and is the same for each moment. */
const noise = (at: number, seed: number): number => {
  const sine = Math.sin(at / 60_000 + seed * 12.9898) * 43_758.5453
  return sine - Math.floor(sine)
}

/** How far a day has got, as a wave from -1 to 1 with its top in the afternoon. */
const daily = (at: number): number => Math.sin((2 * Math.PI * (at - 9 * HOUR)) / DAY)

/** What a door station in the sun would have measured. */
function measured(at: number) {
  const busy = daily(at) > 0.2 && noise(at, 1) > 0.8
  return {
    temperature: 24 + 9 * daily(at) + 1.5 * noise(at, 2),
    processor: 3 + (busy ? 22 * noise(at, 3) : 2 * noise(at, 3)),
    memory: 118e6 + 9e6 * daily(at) + 4e6 * noise(at, 4),
    connections: 2 + Math.round((busy ? 9 : 2) * noise(at, 5)),
    received: 800 + (busy ? 24_000 * noise(at, 6) : 300 * noise(at, 6)),
    sent: 2_000 + (busy ? 410_000 * noise(at, 7) : 900 * noise(at, 7)),
    storage: 14e3 + Math.floor((at % (7 * DAY)) / DAY) * 1.1e6,
  }
}

/**
 * A week of measurements up to now, with a night and half an hour of this day without power, on a
 * device that keeps everything else, people's sessions included.
 * @param off the hours without power, counted back from now
 */
export async function fillHealth(
  rig: Rig,
  off: readonly (readonly [from: number, to: number])[] = [
    [60, 51],
    [6, 5.5],
  ],
): Promise<void> {
  const { from, step, samples } = await rig.root.call(getHealth, { range: 'hour' })
  const now = from + samples.temperature.mean.length * step * 1000
  await rig.bench.call(saveSnapshot, { name: SNAPSHOT })
  await fillHealthSamples(
    join(rig.dataFolder, 'snapshots', SNAPSHOT, 'device', 'state.db'),
    // A bit beyond now: restoring takes a while, and must not leave a gap.
    { from: now - 7 * DAY, to: now + 3 * 60_000 },
    (at) =>
      off.some(([begin, end]) => at >= now - begin * HOUR && at < now - end * HOUR)
        ? undefined
        : measured(at),
  )
  await rig.bench.call(restoreSnapshot, { name: SNAPSHOT, keepSessions: true })
}
