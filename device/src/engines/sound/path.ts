/** The sound path, without clock and parameters: sources in, blocks of 20 ms out. */
import { BLOCK, BLOCK_MS, amplify, decibels, measure } from './levels.ts'
import type { Measure } from './levels.ts'
import type { SoundSettings } from './settings.ts'
import type { Source } from './sources.ts'
import { HALF_DUPLEX_MS, isSpeech, treatInput } from './treatment.ts'

/** Where levels are measured: behind the gain of the microphone, and at each output behind its own. */
export const CHANNELS = ['input', 'output', 'lineOut', 'telecoil'] as const
export type Channel = (typeof CHANNELS)[number]

/** In dBFS; -Infinity in silence. A full sine has a peak of 0 and an RMS level of -3. */
export interface Level {
  rms: number
  /** The highest sample. */
  peak: number
  /** The highest one of the last 1.5 s. */
  hold: number
}

/** Blocks over which a level is measured: 200 ms. */
const WINDOW = 10
/** And for how many a peak is held: 1.5 s. */
const HOLD = 75
/** How many are kept. */
const MEMORY = 128
const SPEAKING_BLOCKS = HALF_DUPLEX_MS / BLOCK_MS

interface Block {
  number: number
  /** What the mixer gives to all outputs, before their gains. */
  mix: Float32Array
  /** Whether the loudspeaker can be heard in it. */
  isSpeech: boolean
  measures: Partial<Record<Channel, Measure>>
}

/** What the path is made of at the moment. */
export interface PathParts {
  settings(): SoundSettings
  /** What sounds in front of the microphone. */
  microphone(): Source
  /** What the mixer adds up for the outputs. */
  players(): readonly Source[]
}

/**
 * Computes blocks when somebody asks for them, each once. Block n begins n times 20 ms after the
 * start of the device. What has been computed stays as it was, whatever is set later.
 */
export class SoundPath {
  private readonly parts: PathParts
  private readonly blocks: (Block | undefined)[] = Array.from({ length: MEMORY })

  constructor(parts: PathParts) {
    this.parts = parts
  }

  /** @param number of the block that is not over yet; the level is that of those before it */
  level(channel: Channel, number: number): Level {
    let square = 0
    let peak = 0
    let hold = 0
    for (let back = 1; back <= HOLD && number - back >= 0; back += 1) {
      const one = this.measured(channel, number - back)
      if (one.peak > hold) hold = one.peak
      if (back > WINDOW) continue
      square += one.square / WINDOW
      if (one.peak > peak) peak = one.peak
    }
    return { rms: decibels(Math.sqrt(square)), peak: decibels(peak), hold: decibels(hold) }
  }

  /** What passes a channel in a block: samples from -1 to 1. */
  samples(channel: Channel, number: number): Float32Array {
    if (channel === 'input') return this.input(number)
    const { outputFactor, lineOutFactor, telecoilFactor } = this.parts.settings()
    const factor = { output: outputFactor, lineOut: lineOutFactor, telecoil: telecoilFactor }
    return amplify(this.block(number).mix.slice(), factor[channel])
  }

  /** What sounds in front of the microphone in a block, before anything is done to it. */
  around(number: number): Float32Array {
    const samples = new Float32Array(BLOCK)
    this.parts.microphone()(samples, number * BLOCK)
    return samples
  }

  private measured(channel: Channel, number: number): Measure {
    const { measures } = this.block(number)
    return (measures[channel] ??= measure(this.samples(channel, number)))
  }

  private input(number: number): Float32Array {
    const samples = this.around(number)
    const settings = this.parts.settings()
    const needsEcho = !settings.echoCancellation && number > 0
    return treatInput(samples, settings, {
      echo: needsEcho ? this.samples('output', number - 1) : undefined,
      isSpeaking: settings.duplex === 'half' && this.isSpeaking(number),
    })
  }

  private isSpeaking(number: number): boolean {
    for (let back = 0; back <= SPEAKING_BLOCKS && back <= number; back += 1) {
      if (this.block(number - back).isSpeech) return true
    }
    return false
  }

  private block(number: number): Block {
    const place = number % MEMORY
    const known = this.blocks[place]
    if (known?.number === number) return known
    const mix = new Float32Array(BLOCK)
    for (const player of this.parts.players()) player(mix, number * BLOCK)
    const heard = amplify(mix.slice(), this.parts.settings().outputFactor)
    const block: Block = { number, mix, isSpeech: isSpeech(heard), measures: {} }
    this.blocks[place] = block
    return block
  }
}
