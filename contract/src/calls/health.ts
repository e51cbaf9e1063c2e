import * as v from 'valibot'
import { restCall } from '../call.ts'

/** What the device measures of itself, and in which unit. */
export const HEALTH_MEASURES = [
  /** Inside the housing, in degrees Celsius. */
  'temperature',
  /** What the device's software uses of all processor cores together, in percent. */
  'processor',
  /** Used by the device's software, in bytes. */
  'memory',
  /** Open connections to the web server. */
  'connections',
  /** Bytes per second that the web server has received (HTTP and HTTPS, headers and TLS included). */
  'received',
  /** Likewise, bytes per second that it has sent. */
  'sent',
  /** Used on the SD card, in bytes. */
  'storage',
] as const

export type HealthMeasure = (typeof HEALTH_MEASURES)[number]

/** The ranges: how many samples they have, and how many seconds each of these stands for. */
export const HEALTH_RANGES = {
  hour: { count: 60, step: 60 },
  day: { count: 288, step: 300 },
  week: { count: 336, step: 1800 },
} as const

export type HealthRange = keyof typeof HEALTH_RANGES

/** The days of which the calls are counted. */
export const HEALTH_CALL_DAYS = 7

/** One number for each sample; null where nothing was measured, such as while the device was off. */
const numbers = v.array(v.nullable(v.number()))

const figures = v.object({ mean: numbers, low: numbers, high: numbers })

const latest = v.nullable(v.number())

export const getHealth = restCall({
  id: 'health.get',
  path: '/lintel/health',
  methods: ['GET'],
  source: 'own design',
  proof: 'own design',
  access: 'operator',
  own: true,
  effect: 'read',
  summary:
    'Returns what the device has measured of itself in the last hour, day or week, its latest figures, and the calls of the last days.',
  request: v.object({ range: v.optional(v.picklist(['hour', 'day', 'week']), 'day') }),
  data: v.object({
    /** When the first sample begins (UTC milliseconds). */
    from: v.number(),
    /** Seconds from one sample to the next. */
    step: v.number(),
    /** When the oldest sample that the device has begins (UTC milliseconds); null without any. */
    since: v.nullable(v.number()),
    latest: v.object({
      temperature: latest,
      processor: latest,
      memory: latest,
      connections: latest,
      received: latest,
      sent: latest,
      storage: latest,
    }),
    samples: v.object({
      temperature: figures,
      processor: figures,
      memory: figures,
      connections: figures,
      received: figures,
      sent: figures,
      storage: figures,
    }),
    limits: v.object({
      /** The display is too cold below `cold`; from `warm` and `hot` on, it saves itself (°C). */
      temperature: v.object({ cold: v.number(), warm: v.number(), hot: v.number() }),
      /** The size of the file system on the SD card in bytes; null while none is mounted. */
      storage: v.nullable(v.number()),
    }),
    /** Today last. */
    calls: v.array(
      v.object({
        /** YYYY-MM-DD, in the device's time zone. */
        day: v.string(),
        answered: v.number(),
        unanswered: v.number(),
      }),
    ),
  }),
})

/** What `getHealth` returns. */
export type Health = v.InferOutput<typeof getHealth.data>
