import type { SoundLevels } from '@lintel/contract/bench-sound'
import type { FromDevice, ToDevice } from '@lintel/contract/wire'

/** What the board gets of the device's sound, while somebody wants it. */
export interface SoundMonitor {
  /** Calls back with the meters, five times a second. Returns what ends it. */
  watch(fn: (levels: SoundLevels) => void): () => void
  /** Calls back with what the loudspeaker plays: 16-bit PCM of `SOUND_RATE`, little-endian. */
  listen(fn: (pcm: Buffer) => void): () => void
  receive(message: Extract<FromDevice, { type: 'levels' | 'samples' }>): void
  /** A device has started, which sends nothing yet. */
  started(): void
  /** It has stopped: there are no meters any more. */
  stopped(): void
}

/** @param send sends a message to the device, if it runs */
export function createSoundMonitor(send: (message: ToDevice) => void): SoundMonitor {
  const watchers = new Set<(levels: SoundLevels) => void>()
  const listeners = new Set<(pcm: Buffer) => void>()
  let asked = { levels: false, samples: false }

  function ask(): void {
    const wanted = { levels: watchers.size > 0, samples: listeners.size > 0 }
    if (wanted.levels === asked.levels && wanted.samples === asked.samples) return
    asked = wanted
    send({ type: 'monitor', ...wanted })
  }

  function joining<T>(all: Set<T>, fn: T): () => void {
    all.add(fn)
    ask()
    return () => {
      all.delete(fn)
      ask()
    }
  }

  return {
    watch: (fn) => joining(watchers, fn),
    listen: (fn) => joining(listeners, fn),
    receive(message) {
      if (message.type === 'levels') {
        for (const fn of Array.from(watchers)) fn(message.levels)
      } else if (listeners.size > 0) {
        const pcm = Buffer.from(message.pcm, 'base64')
        for (const fn of Array.from(listeners)) fn(pcm)
      }
    },
    started() {
      asked = { levels: false, samples: false }
      ask()
    },
    stopped() {
      for (const fn of Array.from(watchers)) fn({})
    },
  }
}
