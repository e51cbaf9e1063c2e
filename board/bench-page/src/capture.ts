// oxlint-disable-next-line import/default -- Vite makes it the address of the bundle
import worklet from './capture-worklet.ts?worker&url'

/**
 * Hands on what this computer's microphone hears, a tenth of a second at a time: 16-bit PCM of
 * `LIVE_RATE`.
 * @returns what ends it
 * @throws when there is none, or the browser doesn't allow it
 */
export async function captureMicrophone(onPart: (pcm: Uint8Array) => void): Promise<() => void> {
  const stream = await navigator.mediaDevices.getUserMedia({ audio: { channelCount: 1 } })
  const context = new AudioContext()
  function end(): void {
    for (const track of stream.getTracks()) track.stop()
    void context.close()
  }
  try {
    await context.audioWorklet.addModule(worklet)
    const capture = new AudioWorkletNode(context, 'capture', { numberOfOutputs: 0 })
    capture.port.addEventListener('message', ({ data }: MessageEvent<Int16Array<ArrayBuffer>>) =>
      onPart(new Uint8Array(data.buffer)),
    )
    capture.port.start()
    context.createMediaStreamSource(stream).connect(capture)
    return end
  } catch (error) {
    end()
    throw error
  }
}
