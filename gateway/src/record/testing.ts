import { join } from 'node:path'
import { readRecording } from './recording.ts'
import type { Recording } from './recording.ts'

/** The folder of the recordings of our own products. */
export const RECORDINGS = join(import.meta.dirname, '..', '..', 'recordings')

/** The recording of one of our own products, such as `A8207-VE`. */
export const ownRecording = (product: string): Recording => readRecording(join(RECORDINGS, product))
