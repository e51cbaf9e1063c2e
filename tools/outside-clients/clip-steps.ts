/** Audio clips as outside clients use them. */
import { readFileSync } from 'node:fs'
import * as clips from '@lintel/contract/calls/clips'
import { wavFile } from '../../device/src/engines/clips/testing/sound-files.ts'
import type { Client } from '../../front-door/src/testing/clients/client.ts'
import type { Station } from './station.ts'

const MP3 = new URL('../../device/src/engines/clips/testing/tone.mp3', import.meta.url)

/** Uploads a wav and an mp3 file, and plays, renames, downloads and removes them. */
export async function useClips(station: Station, client: Client): Promise<void> {
  const { uploadClip, renameClip, downloadClip, removeClip, playMediaClip, stopMediaClip } = clips
  const path = `${uploadClip.path}?action=upload&media=audio&name=`
  const wav = { field: 'File', name: 'bell.wav', base64: wavFile().toString('base64') }
  const mp3 = { field: 'file', name: 'tone.mp3', base64: readFileSync(MP3).toString('base64') }
  await station.makes(client, [
    { call: uploadClip, path: `${path}Bell`, file: wav, find: /^OK\nuploaded=3$/ },
    { call: uploadClip, path: `${path}Tone`, file: mp3, find: /^OK\nuploaded=4$/ },
    { call: renameClip, query: { action: 'update', clip: '4', name: 'Gong' }, find: /updated=4$/ },
    { call: playMediaClip, query: { action: 'play', clip: '4', repeat: '-1' }, find: /playing=4$/ },
    { call: stopMediaClip, query: { action: 'stop' }, find: /^OK\nstopping$/ },
    { call: downloadClip, query: { action: 'download', clip: '3' }, find: /^RIFF....WAVE/s },
    { call: removeClip, query: { action: 'remove', clip: '3' }, find: /^OK\nremoved=3$/ },
    { call: removeClip, query: { action: 'remove', clip: '4' }, find: /^OK\nremoved=4$/ },
  ])
}
