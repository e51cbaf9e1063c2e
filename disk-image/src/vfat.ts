/** FAT with long names, by dosfstools. Source: the manual pages of mkfs.fat and fsck.fat 4.2. */
import { stat } from 'node:fs/promises'
import { empty, sync } from './durable.ts'
import type { Condition, ImageFormat, MakeOptions, Watch } from './file-system.ts'
import { LABEL } from './label.ts'
import { ProgramFailed, run } from './programs.ts'
import { vfatFiles } from './vfat-files.ts'

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

  check: (image, watch) => fsck('-n', image, watch),

  async repair(image, watch) {
    await fsck('-a', image, { signal: watch?.signal })
    await sync(image)
    // What it has repaired counts as damage, so only a second look tells what is left.
    return fsck('-n', image, watch)
  },

  preen: (image, watch) => fsck('-n', image, watch),

  files: vfatFiles,
}

/** It tells no progress. */
async function fsck(mode: '-n' | '-a', image: string, { signal, progress }: Watch = {}) {
  const { code, stderr } = await run('fsck.vfat', [mode, image], { signal })
  if (code > 1) throw new ProgramFailed('fsck.vfat', stderr)
  progress?.(100)
  const condition: Condition = code === 0 ? 'clean' : 'damaged'
  return condition
}
