import { TOPICS } from '@lintel/contract/events'
import type { Device } from '../../device.ts'
import type { Sound } from '../../engines/sound/sound.ts'
import type { Service } from '../service.ts'

/** For how long it has to stay below the alarm level until the event ends, in milliseconds. */
const HOLD_MS = 1_000

type Parts = Pick<Device, 'clock' | 'parameters' | 'events' | 'logToBench'> & {
  sound: Pick<Sound, 'onMicrophone'> & {
    subscribe(fn: (levels: { input?: { peak: number } | undefined }) => void): () => void
  }
}

/**
 * Tells whether what the microphone hears is louder than the alarm level. It listens only while
 * the microphone may hear something.
 * Source: console specification B §2 "Detectors"; the scale is that of B §9: 100 times 10^(dB/20).
 * @returns what ends it
 */
export function openAudioDetector(parts: Parts): () => void {
  const { clock, parameters, events, sound, logToBench } = parts
  let triggered = false
  /** Monotonic milliseconds. */
  let lastLoud = 0
  let mayHear = false
  let stopListening: (() => void) | undefined

  function publish(): void {
    const data = { triggered: triggered ? '1' : '0' }
    events.publish({ topic: TOPICS.audioDetection, source: { channel: '1' }, data }, 'state')
  }

  function hear(peak: number): void {
    const now = clock.monotonic()
    const loud = 100 * 10 ** (peak / 20) > parameters.get('root.AudioSource.A0.AlarmLevel')
    if (loud) lastLoud = now
    if (loud !== triggered && (loud || now - lastLoud >= HOLD_MS)) {
      triggered = loud
      publish()
      logToBench(triggered ? 'detected.sound' : 'detected.silence')
    }
    if (!mayHear && !triggered) rest()
  }

  function rest(): void {
    stopListening?.()
    stopListening = undefined
  }

  publish()
  const unsubscribe = sound.onMicrophone((may) => {
    mayHear = may
    if (mayHear) {
      stopListening ??= sound.subscribe(({ input }) => hear(input?.peak ?? -Infinity))
    } else if (!triggered) rest()
  })

  return () => {
    unsubscribe()
    rest()
  }
}

/** The detector of a product with a microphone. */
export const audioDetectionService: Service = (device) => {
  const { sound } = device
  return { calls: [], ...(sound && { close: openAudioDetector({ ...device, sound }) }) }
}
