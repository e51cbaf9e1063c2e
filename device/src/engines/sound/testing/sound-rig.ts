import { EventEmitter } from 'node:events'
import { productCalled } from '@lintel/contract/products/products'
import type { FromDevice } from '@lintel/contract/wire'
import { PLAIN_WORLD } from '@lintel/contract/wire'
import { startClock } from '../../../clock/clock.ts'
import { openWire } from '../../../hardware/wire.ts'
import type { CallSound, HeardListener } from '../../media/types.ts'
import { openSound } from '../sound.ts'
import type { Levels, SoundParts } from '../sound.ts'

const DEFAULTS: Record<string, unknown> = {
  'root.Audio.DuplexMode': 'full',
  'root.Audio.A0.Enabled': true,
  'root.AudioSource.A0.InputGain': '0',
  'root.AudioSource.A0.OutputGain': '0',
  'root.AudioSource.A0.LineOutGain': 'inherit',
  'root.AudioSource.A0.TelecoilOutGain': 'inherit',
  'root.AudioSource.A0.NoiseCancellation': true,
  'root.AudioSource.A0.EchoCancellation': true,
}

/**
 * A sound path with parts that the test moves by hand.
 * @param set what the parameters are at the start, where not `DEFAULTS`
 */
export function soundRig(product = 'I8016-LVE', set: Partial<typeof DEFAULTS> = {}) {
  const clock = startClock({ host: { now: () => 0, monotonic: () => 0 } })
  const values = { ...DEFAULTS, ...set }
  const changed = new Set<() => void>()
  const timers = new Map<() => void, number>()
  const ears = new Set<HeardListener>()
  const treated: CallSound[] = []
  const spoken: Int16Array[] = []
  const sent: FromDevice[] = []
  const told: string[] = []
  const restored: (() => void)[] = []
  const board = new EventEmitter()
  const wire = openWire({
    connected: true,
    send: (message) => sent.push(message),
    on: board.on.bind(board),
  })
  const parts = {
    clock,
    product: productCalled(product),
    parameters: {
      get: (name: string) => values[name],
      subscribe: (_: unknown, fn: () => void) => {
        changed.add(fn)
        return () => changed.delete(fn)
      },
    },
    database: { onRestored: (fn: () => void) => void restored.push(fn) },
    media: {
      setSound: (sound: CallSound) => void treated.push(sound),
      speakLive: (samples: Int16Array) => void spoken.push(samples),
      onHeard(fn: HeardListener) {
        ears.add(fn)
        return () => ears.delete(fn)
      },
    },
    wire,
    events: { changed: (area: string) => void told.push(area) },
    plugged: { world: PLAIN_WORLD },
    logToBench: () => {},
  }
  const sound = openSound(parts as unknown as SoundParts, {
    every(ms, fn) {
      timers.set(fn, ms)
      return () => timers.delete(fn)
    },
  })
  return {
    sound,
    clock,
    sent,
    told,
    restored,
    treated,
    spoken,
    ears,
    timers,
    receive: (message: object) => void board.emit('message', message),
    set: (part: Record<string, unknown>) => {
      Object.assign(values, part)
      for (const fn of changed) fn()
    },
    /** Lets the time pass, a meter's or a listener's interval at a time. */
    pass: async (ms: number, step = 100) => {
      for (let at = 0; at < ms; at += step) {
        await clock.advance(step)
        for (const fn of Array.from(timers.keys())) fn()
      }
    },
  }
}

/** The RMS levels in whole dB. */
export const whole = (levels: Levels) =>
  Object.fromEntries(Object.entries(levels).map(([name, { rms }]) => [name, Math.round(rms)]))
/** A square wave of 500 Hz. */
export const square = { clip: '1', name: 'Square', samples: Float32Array.of(1, -1), rate: 1000 }
