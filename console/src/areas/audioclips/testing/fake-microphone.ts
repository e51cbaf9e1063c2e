import { vi } from 'vitest'

/** Stands for the microphone of the person's computer, and for what the browser makes of its sound. */
export function fakeMicrophone() {
  const fake = {
    /** Why there is none, as the name of the browser's error. */
    refusal: undefined as string | undefined,
    /** Whether what was recorded can't be read. */
    unreadable: false,
    /** Seconds that the browser says were recorded. */
    seconds: 1,
    /** How many recordings are under way. */
    inUse: 0,
    /** Answers the browser's question, if it waits. */
    allow: undefined as (() => void) | undefined,
    waits: false,
  }

  async function getUserMedia() {
    if (fake.waits) {
      await new Promise<void>((resolve) => {
        fake.allow = resolve
      })
    }
    if (fake.refusal !== undefined) throw new DOMException('', fake.refusal)
    fake.inUse += 1
    const stop = () => {
      fake.inUse -= 1
    }
    return { getTracks: () => [{ stop }] }
  }

  class FakeRecorder extends EventTarget {
    state = 'inactive'
    start() {
      this.state = 'recording'
    }
    stop() {
      this.state = 'inactive'
      this.dispatchEvent(Object.assign(new Event('dataavailable'), { data: new Blob(['sound']) }))
      this.dispatchEvent(new Event('stop'))
    }
  }

  class FakeContext {
    readonly sampleRate: number
    constructor(_: number, __: number, sampleRate: number) {
      this.sampleRate = sampleRate
    }
    async decodeAudioData() {
      if (fake.unreadable) throw new DOMException('', 'EncodingError')
      const samples = new Float32Array(fake.seconds * this.sampleRate).fill(0.5)
      return { sampleRate: this.sampleRate, getChannelData: () => samples }
    }
  }

  Object.defineProperty(navigator, 'mediaDevices', {
    value: { getUserMedia },
    configurable: true,
  })
  vi.stubGlobal('MediaRecorder', FakeRecorder)
  vi.stubGlobal('OfflineAudioContext', FakeContext)
  return fake
}

/** A browser that gives this page no microphone, as without HTTPS. */
export const noMicrophone = (): void => {
  Object.defineProperty(navigator, 'mediaDevices', { value: undefined, configurable: true })
}
