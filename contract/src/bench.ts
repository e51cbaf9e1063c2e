/** The bench's calls: every hand on the hardware as a call, and what only tests need. All of our own design. */
import * as v from 'valibot'
import { restCall } from './call.ts'
import type { DisplayContent, FaultSwitch, Happening, World } from './wire.ts'

const origin = { source: 'own design', proof: 'own design', access: 'anyone' } as const
const post = { ...origin, methods: ['POST'], effect: 'write' } as const
const done = v.object({})

/** Everything that the bench shows. */
export interface BenchState {
  product: string
  serial: string
  power: boolean
  /** `failed`: it did not come up, and the watchdog goes on trying. */
  device: 'off' | 'starting' | 'running' | 'failed'
  addresses: { http: string; https: string; bench: string }
  world: World
  display: DisplayContent
  faults: FaultSwitch[]
  /** Milliseconds that the device's clock is ahead of the host's. */
  clockOffset: number
  /** Newest last, at most 200. */
  happened: Happening[]
}

export const getBench = restCall({
  ...origin,
  id: 'bench.state',
  path: '/bench/state',
  methods: ['GET'],
  effect: 'read',
  summary: 'What the bench shows: hardware, surroundings, addresses, log.',
  request: v.object({}),
  data: v.custom<BenchState>(() => true),
})

export const setPower = restCall({
  ...post,
  id: 'bench.power',
  path: '/bench/power',
  summary:
    'Switches the power. `off` kills the device at once, `cycle` cuts and gives it back. Answers when it is dead, or with `on` and `cycle` when it runs.',
  request: v.object({ action: v.picklist(['on', 'off', 'cycle']) }),
  data: done,
})

export const setWorld = restCall({
  ...post,
  id: 'bench.world',
  path: '/bench/world',
  summary:
    'Sets the temperature (°C, -50 to 100) or plugs the network cable; what is left out stays.',
  request: v.object({
    temperature: v.optional(v.pipe(v.number(), v.minValue(-50), v.maxValue(100))),
    cable: v.optional(v.boolean()),
  }),
  data: done,
})

export const pressKey = restCall({
  ...post,
  id: 'bench.press',
  path: '/bench/press',
  summary: 'Presses the call button or a key of the keypad.',
  request: v.object({
    key: v.picklist(['callButton', '0', '1', '2', '3', '4', '5', '6', '7', '8', '9', '*', '#']),
  }),
  data: done,
})

export const advanceClock = restCall({
  ...post,
  id: 'bench.advance',
  path: '/bench/clock',
  summary: "Moves the device's clock forward; what was due in between happens.",
  request: v.object({ milliseconds: v.pipe(v.number(), v.integer(), v.minValue(0)) }),
  data: done,
})

export const setFaults = restCall({
  ...post,
  id: 'bench.faults',
  path: '/bench/faults',
  summary: 'Replaces the fault switches; an empty list turns all of them off.',
  request: v.object({
    faults: v.array(
      v.object({
        call: v.string(),
        fault: v.picklist(['slow', 'drop', 'status', 'cut', 'diskFull']),
        value: v.optional(v.number()),
        times: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1))),
      }),
    ),
  }),
  data: done,
})

export const saveSnapshot = restCall({
  ...post,
  id: 'bench.save',
  path: '/bench/snapshot/save',
  summary:
    'Keeps the whole state (device, surroundings, clock) under a name of letters, digits and hyphens.',
  request: v.object({ name: v.pipe(v.string(), v.regex(/^[A-Za-z0-9-]{1,40}$/)) }),
  data: done,
})

export const restoreSnapshot = restCall({
  ...post,
  id: 'bench.restore',
  path: '/bench/snapshot/restore',
  summary: 'Puts a kept state back. A running device takes it over at once; sessions end.',
  request: v.object({ name: v.pipe(v.string(), v.regex(/^[A-Za-z0-9-]{1,40}$/)) }),
  data: done,
})

export const seedDevice = restCall({
  ...post,
  id: 'bench.seed',
  path: '/bench/seed',
  summary:
    'Sets what makes runs differ: the clock (UTC, ISO 8601) or the serial number (at the next start).',
  request: v.object({
    time: v.optional(v.string()),
    serial: v.optional(v.pipe(v.string(), v.regex(/^[0-9A-F]{12}$/))),
  }),
  data: done,
})

/** Every call of the bench, for the API reference. */
export const benchCalls = [
  getBench,
  setPower,
  setWorld,
  pressKey,
  advanceClock,
  setFaults,
  saveSnapshot,
  restoreSnapshot,
  seedDevice,
]
