/** Runs in the browser's audio thread: hands on what the microphone hears. */
import { createLiveParts } from './live-parts.ts'

declare abstract class AudioWorkletProcessor {
  readonly port: MessagePort
  abstract process(inputs: readonly (readonly Float32Array[])[]): boolean
}
declare function registerProcessor(name: string, processor: new () => AudioWorkletProcessor): void
/** Samples a second of the context. */
declare const sampleRate: number

class Capture extends AudioWorkletProcessor {
  private readonly take = createLiveParts(sampleRate, (part) =>
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a port has no origin
    this.port.postMessage(part),
  )

  process([input]: readonly (readonly Float32Array[])[]): boolean {
    const samples = input?.[0]
    if (samples) this.take(samples)
    return true
  }
}

registerProcessor('capture', Capture)
