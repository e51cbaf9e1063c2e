/** FAT with long names, by dosfstools. Source: the manual pages of mkfs.fat and fsck.fat 4.2. */
import { stat } from 'node:fs/promises'
import { empty, sync } from './durable.ts'
import type { Condition, ImageFormat, MakeOptions, Watch } from './file-system.ts'
import { LABEL } from './label.ts'
import { ProgramFailed, run } from './programs.ts'
import { removeFound, vfatFiles } from './vfat-files.ts'

/**
 * Bytes from which FAT32 is made. Below, FAT16 has smaller clusters; it needs at least 4,085 of
 * them, so the smallest cards are left to the program, which makes FAT12.
 */
const FAT32_FROM = 512 << 20
const FAT16_FROM = 16 << 20

export const vfat: ImageFormat = {
  name: 'vfat',

  async make(image, { signal, keepRest = false }: MakeOptions = {}) {
    if (!keepRest) await empty(image)
    const { size } = await stat(image)
    const bits = size >= FAT32_FROM ? ['-F', '32'] : size >= FAT16_FROM ? ['-F', '16'] : []
    const { code, stderr } = await run('mkfs.vfat', [...bits, '-n', LABEL, image], { signal })
    if (code !== 0) throw new ProgramFailed('mkfs.vfat', stderr)
    await sync(image)
  },

  async check(image, watch) {
    const { condition } = await fsck('-n', image, watch)
    return condition
  },

  repair,

  async preen(image, watch) {
    const { condition, messages } = await fsck('-n', image, { signal: watch?.signal })
    if (condition === 'damaged' && losesNothing(messages)) {
      return removeFound(image, () => repair(image, watch))
    }
    watch?.progress?.(100)
    return condition
  },

  files: vfatFiles,
}

async function repair(image: string, watch?: Watch): Promise<Condition> {
  await fsck('-a', image, { signal: watch?.signal })
  await sync(image)
  // What it has repaired counts as damage, so only a second look tells what is left.
  const { condition } = await fsck('-n', image, watch)
  return condition
}

/** It tells no progress. */
async function fsck(mode: '-n' | '-a', image: string, { signal, progress }: Watch = {}) {
  const { code, stdout, stderr } = await run('fsck.vfat', [mode, image], { signal })
  if (code > 1) throw new ProgramFailed('fsck.vfat', stderr)
  progress?.(100)
  const condition: Condition = code === 0 ? 'clean' : 'damaged'
  return { condition, messages: stdout.toString() }
}

/**
 * What fsck.vfat says of a file system whose last change was cut off: the second table or the
 * number of free clusters was not written any more, or clusters were taken or freed on one side only.
 */
const CUT_OFF = [
  /^FATs differ but appear to be intact\.\n {2}Using first FAT\.\n/gm,
  /^Free cluster summary (?:wrong|uninitialized) \(.*\)\n {2}.*\n/gm,
  /^Reclaimed \d+ unused clusters? \(\d+ bytes\)\.\n/gm,
  // About a file that was not complete yet, each message with its details indented.
  /^\/(?:.*\/)?INCOMPL\.ETE\n(?: {2}.*\n)+/gim,
]
/** Lines around the messages: the version, the end, and the number of files. */
const AROUND =
  /^fsck\.fat .*\n|^Leaving filesystem unchanged\.\n|^.*: \d+ files, \d+\/\d+ clusters\n/gm

/** Whether a repair would lose no file that was complete. */
const losesNothing = (messages: string): boolean =>
  [...CUT_OFF, AROUND].reduce((rest, known) => rest.replaceAll(known, ''), messages).trim() === ''
