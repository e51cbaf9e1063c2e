/** What the device accepts as an audio clip, for forms and the device. Source: specification B §5, §9. */
import { atMost, firstOf, printable, required } from './problem.ts'
import type { Rule } from './problem.ts'

/** The kinds of files that can be clips, by their extensions. B §5. */
export const CLIP_KINDS = ['wav', 'au', 'mp3'] as const
export type ClipKind = (typeof CLIP_KINDS)[number]

/** Media types, as devices send them. */
export const CLIP_TYPES: Readonly<Record<ClipKind, string>> = {
  au: 'audio/basic',
  mp3: 'audio/mpeg',
  wav: 'audio/wav',
}

/** The longest name, in characters. Own: the specification has no limit. */
export const CLIP_NAME_MAX = 64

export const clipName: Rule = firstOf(required, atMost(CLIP_NAME_MAX), printable)

/** The kind of a file by its name; undefined for other files. */
export function clipKindOf(fileName: string): ClipKind | undefined {
  const extension = /\.([^.]+)$/.exec(fileName)?.[1]?.toLowerCase()
  return CLIP_KINDS.find((kind) => kind === extension)
}

/** The name that a clip gets from its file: without the extension, and as long as a name may be. */
export const clipNameOf = (fileName: string): string =>
  fileName
    .replace(/\.[^.]*$/, '')
    .replaceAll(/\p{Cc}/gu, '')
    .trim()
    .slice(0, CLIP_NAME_MAX)
    // Half a character of two parts.
    .replace(/\p{Cs}$/u, '')

/** The largest file in bytes, for the parameter `MaxUploadSize`, which is in MB. */
export const clipBytesMax = (megabytes: number): number => megabytes * 1024 * 1024

/**
 * Why a device of ours refuses a file, in the words of its answer. Consoles say it in the
 * language of the page (`clipProblemOf`).
 */
export const CLIP_PROBLEMS = {
  empty: 'The file is empty.',
  tooLarge: 'The file is larger than the device accepts.',
  noFormat: 'The file is not a WAV, AU or MP3 file.',
  otherFormat: 'The content of the file is not what its extension says.',
  encoding: 'The device can not play this encoding.',
  sampleRate: 'The sample rate is not from 4000 to 192000 Hz.',
  channels: 'The file has no channel, or more than 8.',
  cutOff: 'The file is cut off.',
  damaged: 'The file is damaged.',
  silent: 'There is nothing to hear in the file.',
  tooLong: 'The sound is too long. It can be 10 minutes at most.',
  tooSlow: 'The file takes too long to read.',
  full: 'The device has no room for another clip.',
} as const

export type ClipProblem = keyof typeof CLIP_PROBLEMS

/** The problem that the words of a refusal stand for; undefined for other words. */
export function clipProblemOf(message: string): ClipProblem | undefined {
  const problems = Object.keys(CLIP_PROBLEMS) as ClipProblem[]
  return problems.find((one) => CLIP_PROBLEMS[one] === message)
}
