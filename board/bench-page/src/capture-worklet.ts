/**
 * Runs in the browser's audio thread: hands on what the microphone hears, a tenth of a second of
 * 16,000 samples a second at a time.
 */
declare abstract class AudioWorkletProcessor {
  readonly port: MessagePort
  abstract process(inputs: readonly (readonly Float32Array[])[]): boolean
}
declare function registerProcessor(name: string, processor: new () => AudioWorkletProcessor): void

const PART = 1600

class Capture extends AudioWorkletProcessor {
  private part = new Int16Array(PART)
  private count = 0

  process([input]: readonly (readonly Float32Array[])[]): boolean {
    for (const sample of input?.[0] ?? []) {
      this.part[this.count] = Math.round(32_767 * Math.max(-1, Math.min(1, sample)))
      this.count += 1
      if (this.count < PART) continue
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a port has no origin
      this.port.postMessage(this.part)
      this.part = new Int16Array(PART)
      this.count = 0
    }
    return true
  }
}

registerProcessor('capture', Capture)
