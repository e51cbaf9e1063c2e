import { PACKET_MS } from './codecs.ts'
import type { Microphone } from './types.ts'

/** Gives the next packet's samples at the rate asked for, from -1 to 1. */
export type Source = (rate: 8000 | 16_000) => Float32Array

/** Opens what is spoken into the microphone. */
export function openMicrophone(microphone: Microphone): Source {
  if (microphone.kind === 'tone') return tone(microphone.hertz, microphone.level)
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

/** Repeats samples of 16 kHz. At 8 kHz each is the mean of two. */
function loop(sound: Float32Array): Source {
  let next = 0
  const take = (): number => {
    const sample = sound[next] ?? 0
    next = (next + 1) % sound.length
    return sample
  }
  return (rate) => {
    const samples = new Float32Array((rate * PACKET_MS) / 1000)
    for (let index = 0; index < samples.length; index += 1) {
      samples[index] = rate === 16_000 ? take() : (take() + take()) / 2
    }
    return samples
  }
}
