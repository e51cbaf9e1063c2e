import { PACKET_MS } from './codecs.ts'
import type { Microphone } from './types.ts'

/** Gives the next packet's samples at the rate asked for, from -1 to 1. */
export type Source = (rate: 8000 | 16_000) => Float32Array

/** Opens what is spoken into the microphone. @param live what is spoken if it is live */
export function openMicrophone(microphone: Microphone, live?: LiveSamples): Source {
  if (microphone.kind === 'tone') return tone(microphone.hertz, microphone.level)
  if (microphone.kind === 'live' && live) return sampled(() => live.take())
  if (microphone.kind === 'samples' && microphone.samples.length > 0) {
    return loop(microphone.samples)
  }
  return (rate) => new Float32Array((rate * PACKET_MS) / 1000)
}

/** @param level RMS in dBFS. */
function tone(hertz: number, level: number): Source {
  const peak = Math.SQRT2 * 10 ** (level / 20)
  let turn = 0
  return (rate) => {
    const samples = new Float32Array((rate * PACKET_MS) / 1000)
    const step = hertz / rate
    for (let index = 0; index < samples.length; index += 1) {
      samples[index] = peak * Math.sin(2 * Math.PI * turn)
      turn = (turn + step) % 1
    }
    return samples
  }
}

/** Repeats samples of 16 kHz. */
function loop(sound: Float32Array): Source {
  let next = 0
  return sampled(() => {
    const sample = sound[next] ?? 0
    next = (next + 1) % sound.length
    return sample
  })
}

/** Takes samples of 16 kHz one by one. At 8 kHz each is the mean of two. */
function sampled(take: () => number): Source {
  return (rate) => {
    const samples = new Float32Array((rate * PACKET_MS) / 1000)
    for (let index = 0; index < samples.length; index += 1) {
      samples[index] = rate === 16_000 ? take() : (take() + take()) / 2
    }
    return samples
  }
}

/** Samples that wait at most: half a second. */
const LIVE_MAX = 8000
/** How many have to wait before the first is taken, so that short delays are not heard: 60 ms. */
const LIVE_LEAST = 960

/** What is spoken live: samples of 16 kHz that arrive in parts. */
export class LiveSamples {
  private readonly ring = new Float32Array(LIVE_MAX)
  private first = 0
  private count = 0
  private waits = true

  /** The oldest make way for those that have no room. */
  add(samples: Int16Array): void {
    for (const sample of samples) {
      if (this.count === LIVE_MAX) this.drop()
      this.ring[(this.first + this.count) % LIVE_MAX] = sample / 32_768
      this.count += 1
    }
    if (this.count >= LIVE_LEAST) this.waits = false
  }

  /** The next sample; silence while there are too few. */
  take(): number {
    if (this.waits) return 0
    const sample = this.ring[this.first] ?? 0
    this.drop()
    if (this.count === 0) this.waits = true
    return sample
  }

  private drop(): void {
    this.first = (this.first + 1) % LIVE_MAX
    this.count -= 1
  }
}
