import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { RECORDING_LIMIT } from '../../app/timing.ts'
import { RecordingError, startRecording } from './recorder.ts'
import type { RecordingFailure } from './recorder.ts'
import { fakeMicrophone, noMicrophone } from './testing/fake-microphone.ts'

let microphone: ReturnType<typeof fakeMicrophone>
beforeEach(() => {
  vi.useFakeTimers()
  microphone = fakeMicrophone()
})
afterEach(() => {
  noMicrophone()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const never = () => new AbortController().signal

/** Samples of a wav file of ours: 16 bits each after a header of 44 bytes. */
const samplesIn = (file: ArrayBuffer) => (file.byteLength - 44) / 2

test('what is said until the stop becomes a wav file, and the microphone is free again', async () => {
  const { stop, file } = await startRecording(never())
  expect(microphone.inUse).toBe(1)
  stop()
  const recorded = await file
  expect(new TextDecoder().decode(recorded.slice(0, 4))).toBe('RIFF')
  expect([samplesIn(recorded), microphone.inUse]).toEqual([16_000, 0])
  expect(new DataView(recorded).getUint32(24, true)).toBe(16_000)
})

test('a recording ends by itself after 60 s, and is no longer than that (AUDIO-19, OPEN-98)', async () => {
  microphone.seconds = 61
  const { file } = await startRecording(never())
  await vi.advanceTimersByTimeAsync(RECORDING_LIMIT - 1)
  expect(microphone.inUse).toBe(1)
  await vi.advanceTimersByTimeAsync(1)
  expect(microphone.inUse).toBe(0)
  expect([RECORDING_LIMIT, samplesIn(await file)]).toEqual([60_000, 60 * 16_000])
})

const failureOf = async (attempt: Promise<unknown>): Promise<RecordingFailure | undefined> => {
  const fault = await attempt.catch((cause: unknown) => cause)
  return fault instanceof RecordingError ? fault.failure : undefined
}

test.each([
  ['NotAllowedError', 'refused'],
  ['SecurityError', 'refused'],
  ['NotFoundError', 'absent'],
  ['NotReadableError', 'absent'],
])('%s means that the microphone is %s (AUDIO-18)', async (name, failure) => {
  microphone.refusal = name
  expect(await failureOf(startRecording(never()))).toBe(failure)
})

test('a page without HTTPS has no microphone (AUDIO-18)', async () => {
  noMicrophone()
  expect(await failureOf(startRecording(never()))).toBe('insecure')
})

test('a recording that can’t be read is a failure, and the microphone is free again', async () => {
  microphone.unreadable = true
  const { stop, file } = await startRecording(never())
  stop()
  expect(await failureOf(file)).toBe('failed')
  expect(microphone.inUse).toBe(0)
})

test('a recording that is given up leaves the microphone, and so does one that had not begun', async () => {
  const controller = new AbortController()
  const { file } = await startRecording(controller.signal)
  const given = expect(file).rejects.toBeDefined()
  controller.abort()
  await given
  expect(microphone.inUse).toBe(0)
  microphone.waits = true
  const late = new AbortController()
  const asked = expect(startRecording(late.signal)).rejects.toBeDefined()
  late.abort()
  microphone.allow?.()
  await asked
  expect(microphone.inUse).toBe(0)
})

test('a browser that can’t record leaves the microphone', async () => {
  vi.stubGlobal('MediaRecorder', undefined)
  expect(await failureOf(startRecording(never()))).toBe('failed')
  expect(microphone.inUse).toBe(0)
})
