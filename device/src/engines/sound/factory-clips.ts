import { synthesise } from './wave.ts'
import type { Note } from './wave.ts'

/** A clip that is preinstalled on every device with sound. */
export interface FactoryClip {
  name: string
  /** The path on a real device; accepted as a name by API calls. */
  location: string
  /** Its total length. */
  seconds: number
  notes: readonly Note[]
}

const siren = (count: number): Note[] =>
  Array.from({ length: count }, (_, index) => ({
    at: index * 0.25,
    seconds: 0.25,
    hertz: index % 2 === 0 ? 970 : 800,
    end: 'sharp' as const,
  }))

/** Ordered by number: `root.MediaClip.M0` is the first. */
export const FACTORY_CLIPS: readonly FactoryClip[] = [
  {
    name: 'Ding dong',
    location: '/etc/audioclips/ding_dong16k.wav',
    seconds: 2,
    notes: [
      { at: 0, seconds: 1.4, hertz: 659.26, end: 'bell' },
      { at: 0.6, seconds: 1.4, hertz: 523.25, end: 'bell' },
    ],
  },
  {
    name: 'Attention',
    location: '/etc/audioclips/attention16k.wav',
    seconds: 1.5,
    notes: [
      { at: 0, seconds: 0.7, hertz: 440, end: 'bell' },
      { at: 0.25, seconds: 0.7, hertz: 554.37, end: 'bell' },
      { at: 0.5, seconds: 1, hertz: 659.26, end: 'bell' },
    ],
  },
  {
    name: 'Alarm',
    location: '/etc/audioclips/alarm16k.wav',
    seconds: 2,
    notes: siren(8),
  },
]

export const samplesOf = ({ notes, seconds }: FactoryClip): Float32Array =>
  synthesise(notes, seconds)
