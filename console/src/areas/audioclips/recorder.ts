import { waveFile } from '@lintel/contract/wave'
import { RECORDING_LIMIT } from '../../app/timing.ts'

/** Samples per second of what is recorded, which suits speech. */
const RATE = 16_000

/** What browsers say if a person, or their settings, refuse the microphone. */
const REFUSALS = ['NotAllowedError', 'SecurityError']

/**
 * Why nothing can be recorded:
 * - `insecure`: browsers give no microphone to pages without HTTPS;
 * - `refused`: the person, or the browser's settings, don't allow it;
 * - `absent`: there is no microphone, or another program has it;
 * - `failed`: what was recorded can't be read.
 */
export type RecordingFailure = 'insecure' | 'refused' | 'absent' | 'failed'

export class RecordingError extends Error {
  readonly failure: RecordingFailure
  constructor(failure: RecordingFailure, options?: ErrorOptions) {
    super(`No recording: ${failure}`, options)
    this.name = 'RecordingError'
    this.failure = failure
  }
}

export interface Recording {
  /** Ends it; it also ends by itself after 60 s. */
  stop: () => void
  /** The sound as a wav file; rejects with `RecordingError`. */
  file: Promise<ArrayBuffer>
}

/** Whether this page may use a microphone at all. */
export const mayRecord = (): boolean =>
  (navigator as { mediaDevices?: MediaDevices }).mediaDevices !== undefined

/**
 * Records from the microphone of this computer, for 60 s at most. B §9.
 * @param signal ends it without a file
 * @throws RecordingError before it begins; the reason of the signal
 */
export async function startRecording(signal: AbortSignal): Promise<Recording> {
  if (!mayRecord()) throw new RecordingError('insecure')
  const stream = await navigator.mediaDevices
    .getUserMedia({ audio: { channelCount: 1 } })
    .catch((cause: unknown) => {
      const refused = cause instanceof DOMException && REFUSALS.includes(cause.name)
      throw new RecordingError(refused ? 'refused' : 'absent', { cause })
    })
  // The browser shows that the microphone is in use until then.
  const release = () => {
    for (const track of stream.getTracks()) track.stop()
  }
  if (signal.aborted) release()
  signal.throwIfAborted()
  const recorder = begun(stream, release)
  const parts: Blob[] = []
  recorder.addEventListener('dataavailable', ({ data }) => parts.push(data))
  const ended = new Promise<void>((resolve) => {
    recorder.addEventListener('stop', () => resolve())
  })
  const stop = () => {
    if (recorder.state !== 'inactive') recorder.stop()
  }
  const timer = setTimeout(stop, RECORDING_LIMIT)
  signal.addEventListener('abort', stop)

  async function file(): Promise<ArrayBuffer> {
    await ended
    clearTimeout(timer)
    signal.removeEventListener('abort', stop)
    release()
    signal.throwIfAborted()
    return encoded(await new Blob(parts).arrayBuffer())
  }

  return { stop, file: file() }
}

/** @throws RecordingError in a browser that can't record the stream */
function begun(stream: MediaStream, release: () => void): MediaRecorder {
  try {
    const recorder = new MediaRecorder(stream)
    recorder.start()
    return recorder
  } catch (cause) {
    release()
    throw new RecordingError('failed', { cause })
  }
}

/** What the browser recorded, in whatever format it has, as a wav file. */
async function encoded(recorded: ArrayBuffer): Promise<ArrayBuffer> {
  try {
    // Its rate is that of what is decoded.
    const sound = await new OfflineAudioContext(1, 1, RATE).decodeAudioData(recorded)
    const samples = sound.getChannelData(0)
    // The limit applies to the sound too, which some browsers end a little later.
    return waveFile(samples.subarray(0, (RECORDING_LIMIT / 1000) * RATE), sound.sampleRate).buffer
  } catch (cause) {
    throw new RecordingError('failed', { cause })
  }
}
