import { inGroups, listParameters } from '@lintel/contract/calls/parameters'
import { clipsIn } from '@lintel/contract/parameters/clips'
import { waveHead } from '@lintel/contract/wave'
import { PASSWORD, ROOT } from '../rig/accounts.ts'
import { digestFetch } from '../rig/digest.ts'
import type { Rig } from '../rig/rig.ts'

const RATE = 8000

/** Half a second of a tone as a WAV file: PCM, 16 bits, one channel. */
export function toneFile(): Buffer {
  const samples = Int16Array.from({ length: RATE / 2 }, (_, index) =>
    Math.round(16_000 * Math.sin((2 * Math.PI * 440 * index) / RATE)),
  )
  return Buffer.concat([waveHead(samples.byteLength, RATE), Buffer.from(samples.buffer)])
}

/** Uploads a tone as a clip. */
export async function uploadTone(rig: Rig, name: string): Promise<void> {
  const form = new FormData()
  form.append('File', new Blob([new Uint8Array(toneFile())]), 'tone.wav')
  const query = new URLSearchParams({ action: 'upload', media: 'audio', name })
  const address = `${rig.addresses.http}/axis-cgi/mediaclip.cgi?${query}`
  const request = digestFetch(ROOT, PASSWORD)
  // With a challenge at hand, the file isn't sent to be refused first.
  await request(`${rig.addresses.http}/axis-cgi/param.cgi?action=list&group=root.MediaClip`)
  const answer = await request(address, { method: 'POST', body: form })
  const text = await answer.text()
  if (!text.startsWith('OK')) throw new Error(`The clip was not uploaded: ${text}`)
}

/** The names of the clips on the device. */
export async function clipNames(rig: Rig): Promise<string[]> {
  const { values } = await rig.root.call(listParameters, inGroups('root.MediaClip'))
  return clipsIn(values, 'en').map(({ name }) => name)
}
