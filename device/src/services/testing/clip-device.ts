import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { productCalled } from '@lintel/contract/products/products'
import type { Sound } from '@lintel/contract/wire'
import type { Device } from '../../device.ts'
import { openClipPlayer } from '../../engines/clips/clip-player.ts'
import type { ClipPlayer } from '../../engines/clips/clip-player.ts'
import type { ClipDecoder } from '../../engines/clips/decoder.ts'
import { DIRECT_DECODER } from '../../engines/clips/testing/direct-decoder.ts'
import { clipServiceWith } from '../clips/clips.ts'
import { parameterService } from '../parameters/parameters.ts'
import { openTestDevice } from './test-device.ts'

const PATH = '/axis-cgi/mediaclip.cgi'

export interface ClipUpload {
  fileName?: string
  query?: string
  as?: string
}

export type ClipDevice = Awaited<ReturnType<typeof openClipDevice>>

/** An audio device, and the calls of clips as an operator and a viewer make them. */
export async function openClipDevice() {
  /** Decodes as the device does; a test may put another one in its place. */
  const decoding: { decoder: ClipDecoder } = { decoder: DIRECT_DECODER }
  const decoder: ClipDecoder = {
    inspect: (file) => decoding.decoder.inspect(file),
    samplesOf: (file) => decoding.decoder.samplesOf(file),
  }
  const device = await openTestDevice(
    [clipServiceWith(playerWith(decoder)), parameterService],
    undefined,
    productCalled('C1310-E'),
  )
  device.makeAccounts()
  const folder = join(device.plugged.dataFolder, 'clips')
  const call = (query: string, as = 'oper') => device.fetch(`${PATH}?${query}`, { as })

  return {
    device,
    decoding,
    folder,
    call,
    /** Status and text of a call. */
    async told(query: string, as?: string): Promise<[number, string]> {
      const answer = await call(query, as)
      return [answer.status, await answer.text()]
    },
    async upload(file: Buffer, options: ClipUpload = {}): Promise<[number, string]> {
      const { fileName = 'bell.wav', query = 'media=audio&name=Bell', as = 'oper' } = options
      const form = new FormData()
      form.append('File', new Blob([Buffer.from(file)]), fileName)
      const path = `${PATH}?action=upload&${query}`
      const answer = await device.fetch(path, { method: 'POST', body: form, as })
      return [answer.status, await answer.text()]
    },
    /** The parameters of uploaded clips, as lines. */
    async parameters(): Promise<string[]> {
      const path = '/axis-cgi/param.cgi?action=list&group=root.MediaClip'
      const text = await device.text(path, { as: 'view' })
      return text.split('\n').filter((line) => /^root\.MediaClip\.M([3-9]|\d\d)\./.test(line))
    },
    /** The files in the folder of clips. */
    stored(): string[] {
      try {
        return readdirSync(folder)
      } catch {
        return []
      }
    },
    /** What the board was told of the loudspeaker. */
    sounds: (): (Sound | null)[] =>
      device.sent.flatMap((message) => (message.type === 'sound' ? [message.sound] : [])),
    play: (query: string) => device.fetch(`/axis-cgi/playclip.cgi?${query}`, { as: 'view' }),
    waveform: (clip: string) => device.fetch(`/lintel/clips/${clip}`, { as: 'view' }),
  }
}

/** The player of a device, with another decoder. */
const playerWith =
  (decoder: ClipDecoder) =>
  (device: Device): ClipPlayer | undefined =>
    device.sound && openClipPlayer({ ...device, player: device.sound.player }, decoder)

/** Something that others wait for. */
export function heldUp(): { until: Promise<void>; release: () => void } {
  const waiting = new AbortController()
  const until = new Promise<void>((resolve) => {
    waiting.signal.addEventListener('abort', () => resolve())
  })
  return { until, release: () => waiting.abort() }
}
