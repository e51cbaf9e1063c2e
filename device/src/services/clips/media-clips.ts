import { open } from 'node:fs/promises'
import type { IncomingFile } from '@lintel/contract/call'
import {
  downloadClip,
  getWaveform,
  removeClip,
  renameClip,
  uploadClip,
} from '@lintel/contract/calls/clips'
import { Refusal } from '@lintel/contract/fault'
import {
  CLIP_PROBLEMS,
  CLIP_TYPES,
  clipBytesMax,
  clipKindOf,
  clipName,
  clipNameOf,
} from '@lintel/contract/rules/clips'
import { WAVE_HEAD, waveFile } from '@lintel/contract/wave'
import { serve, serveChange } from '@lintel/front-door/serve'
import type {
  FileAnswer,
  ChunkedFileAnswer,
  RequestContext,
  ServedCall,
} from '@lintel/front-door/serve'
import type { ClipPlayer } from '../../engines/clips/clip-player.ts'
import { peaksOf } from '../../engines/clips/peaks.ts'
import { Unplayable } from '../../engines/clips/unplayable.ts'
import { samplesOf } from '../../engines/sound/factory-clips.ts'
import type { FactoryClip } from '../../engines/sound/factory-clips.ts'
import { SAMPLE_RATE } from '../../engines/sound/wave.ts'
import type { Device } from '../../device.ts'
import { noSuchClip } from '../../state/clips.ts'
import type { Clip, ClipFile } from '../../state/clips.ts'

/** How many clips may be uploaded at once: each takes as much of the disk as a clip may have. */
export const UPLOADS_MAX = 4

/** The calls that upload, rename, remove, return and draw clips. */
export function mediaClipCalls(
  device: Pick<Device, 'clips' | 'database' | 'parameters' | 'log'>,
  { decoder, removed }: Pick<ClipPlayer, 'decoder' | 'removed'>,
): ServedCall[] {
  const { clips, database, parameters, log } = device
  let uploads = 0

  function clipNumbered(number: string): Clip {
    const found = clips.all().find((one) => String(one.number) === number)
    if (!found) throw noSuchClip()
    return found
  }

  /** Clips are parameters, which clients read with a version. */
  function mustMatch(context: Pick<RequestContext, 'mustMatch'>): void {
    context.mustMatch((version) => parameters.versions.isCurrent(version, ['root.MediaClip']))
  }

  /** Stores a file under a name, and returns the number of the clip. */
  async function store(name: string, file: IncomingFile): Promise<number> {
    const most = clipBytesMax(parameters.get('root.MediaClip.MaxUploadSize'))
    const arrived = await clips.receive(file.bytes, most)
    try {
      if (arrived.bytes === 0) throw new Unplayable('empty')
      const facts = await decoder.inspect(arrived.path)
      if (file.name !== '' && clipKindOf(file.name) !== facts.kind) {
        throw new Unplayable('otherFormat')
      }
      const { kind, rate, channels, seconds, peaks } = facts
      const { bytes } = arrived
      return await clips.add(name, arrived, { kind, bytes, rate, channels, seconds, peaks })
    } catch (cause) {
      await arrived.discard()
      throw cause
    }
  }

  async function upload(name: string, file: IncomingFile): Promise<number> {
    clips.checkRoom()
    if (uploads >= UPLOADS_MAX) throw new Refusal('tooMany', 'Too many clips are being uploaded.')
    uploads += 1
    try {
      return await store(name, file)
    } catch (cause) {
      if (!(cause instanceof Unplayable)) throw cause
      log.info({ problem: cause.problem }, 'clip refused')
      throw new Refusal('invalid', cause.message)
    } finally {
      uploads -= 1
    }
  }

  return [
    serve(uploadClip, ({ fields, file }) => {
      if (file.name !== '' && !clipKindOf(file.name)) {
        throw new Refusal('invalid', CLIP_PROBLEMS.noFormat)
      }
      return upload(checkedName(fields.name ?? clipNameOf(file.name)), file)
    }),
    serveChange(renameClip, ({ clip, name }, context) => {
      mustMatch(context)
      const { number } = clipNumbered(clip)
      clips.rename(number, checkedName(name))
      return number
    }),
    serveChange(removeClip, ({ clip }, context) => {
      mustMatch(context)
      const { number } = clipNumbered(clip)
      clips.remove(number)
      database.afterCommit(() => removed(number))
      return number
    }),
    serve(downloadClip, ({ clip }) => fileOf(clipNumbered(clip))),
    serve(getWaveform, ({ clip: number }) => {
      const clip = clips.all().find((one) => String(one.number) === number)
      if (!clip) throw new Refusal('absent', 'There is no such clip.')
      return waveformOf(clip)
    }),
  ]
}

/** @throws Refusal for a name that a clip can't have */
function checkedName(input: string): string {
  const name = input.trim()
  if (name === '') throw new Refusal('invalid', 'A clip needs a name.')
  if (clipName(name)) throw new Refusal('invalid', 'The name is too long, or can not be printed.')
  return name
}

async function fileOf(clip: Clip): Promise<FileAnswer | ChunkedFileAnswer> {
  if ('factory' in clip) {
    return {
      contentType: CLIP_TYPES.wav,
      fileName: `${clip.name}.wav`,
      bytes: () => waveFile(samplesOf(clip.factory), SAMPLE_RATE),
    }
  }
  const { kind } = clip.file
  // Open, it can be read to its end even if somebody removes the clip.
  const handle = await open(clip.path).catch(() => {
    throw noSuchClip()
  })
  return {
    contentType: CLIP_TYPES[kind],
    fileName: `${clip.name}.${kind}`,
    chunks: handle.createReadStream(),
  }
}

/** What is known of preinstalled clips, by location. */
const preinstalled = new Map<string, ClipFile>()

function preinstalledFile(clip: FactoryClip): ClipFile {
  const { location, seconds } = clip
  const known = preinstalled.get(location)
  if (known) return known
  const samples = samplesOf(clip)
  const file: ClipFile = {
    kind: 'wav',
    bytes: WAVE_HEAD + 2 * samples.length,
    rate: SAMPLE_RATE,
    channels: 1,
    seconds,
    peaks: peaksOf(samples, 1),
  }
  preinstalled.set(location, file)
  return file
}

const waveformOf = (clip: Clip) =>
  'file' in clip
    ? { name: clip.name, factory: false, ...clip.file }
    : { name: clip.name, factory: true, ...preinstalledFile(clip.factory) }
