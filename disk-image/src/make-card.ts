/** Cards for the bench, in every state in which a person may insert one. */
import { randomUUID } from 'node:crypto'
import { open } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { SdCardKind } from '@lintel/contract/disks'
import { debugfs, quoted, rooted } from './debugfs.ts'
import { putWhole, writeZeros } from './durable.ts'
import { openEncrypted } from './encrypted.ts'
import { ext4 } from './ext4.ts'
import type { Watch } from './file-system.ts'
import { withSource } from './hidden-file.ts'
import { formatLuks } from './luks.ts'
import { ProgramFailed } from './programs.ts'
import { vfat } from './vfat.ts'

/** What survives on a damaged card, and what its repair finds again (in `lost+found`). */
export const DAMAGED = { kept: 'kept.txt', lost: 'damaged/lost.txt' } as const

/** State of ext4: without it, `e2fsck -p` looks no further. */
const HAS_ERRORS = 2

/** A full card holds so many recordings, one an hour, of which the last was made just now. */
const RECORDINGS = 10
const HOUR = 3_600_000
/** The share of a full card that is free. */
const FREE = 0.005

/** Makes a card, a file that takes only as much space as it needs. It is complete or not there. */
export const makeCard = (
  file: string,
  kind: SdCardKind,
  bytes: number,
  { signal }: Pick<Watch, 'signal'> = {},
): Promise<void> =>
  putWhole(file, async (aside) => {
    await writeZeros(aside, bytes)
    await MAKERS[kind](aside, signal)
  })

type Maker = (image: string, signal: AbortSignal | undefined) => Promise<void>

const MAKERS: Record<SdCardKind, Maker> = {
  blank: () => Promise.resolve(),
  ext4: (image, signal) => ext4.make(image, { signal }),
  vfat: (image, signal) => vfat.make(image, { signal }),

  async foreign(image, signal) {
    // Nobody can guess it, however few the iterations are.
    const passphrase = randomUUID()
    await formatLuks(image, passphrase, { signal, iterations: 1000 })
    const card = await openEncrypted(image, passphrase, dirname(image), { signal })
    if (!card) throw new ProgramFailed('cryptsetup', 'refused its own passphrase')
    try {
      await card.make(ext4, { signal })
    } finally {
      await card.close()
    }
  },

  async damaged(image, signal) {
    await ext4.make(image, { signal })
    const files = ext4.files(image)
    await files.write(DAMAGED.kept, Buffer.from('This file survives the repair.\n'))
    await files.write(DAMAGED.lost, Buffer.from('The repair finds this file again.\n'))
    const folder = rooted(dirname(DAMAGED.lost))
    await tell(image, [`zap_block -f ${folder} -p 255 0`, `set_super_value state ${HAS_ERRORS}`])
  },

  async illegal(image) {
    const handle = await open(image, 'r+')
    try {
      await handle.write(ntfsBootSector(), 0, 512, 0)
    } finally {
      await handle.close()
    }
  },

  async full(image, signal) {
    await ext4.make(image, { signal })
    const files = ext4.files(image)
    const { total, free } = await files.usage()
    // Blocks of any file system have at most 4 kB.
    const size = Math.floor((free - total * FREE) / RECORDINGS / 4096) * 4096
    const { stdout } = await debugfs(image, ['show_super_stats -h'])
    const block = Number(/^Block size:\s*(\d+)$/m.exec(stdout.toString())?.[1] ?? 0)
    const folder = rooted('recordings')
    await withSource(dirname(image), Buffer.alloc(0), (source) =>
      tell(image, [
        `mkdir ${folder}`,
        ...Array.from({ length: RECORDINGS }, (_, index) => {
          const made = new Date(Date.now() - (RECORDINGS - 1 - index) * HOUR)
          const name = `${made.toISOString().slice(0, 19).replaceAll(':', '-')}.mkv`
          const path = rooted(`recordings/${name}`)
          return [
            `write ${quoted(source)} ${path}`,
            // Takes the space without writing to it, so the image stays small.
            `fallocate ${path} 0 ${size / block - 1}`,
            `set_inode_field ${path} size ${size}`,
            `set_inode_field ${path} mtime @${Math.floor(made.getTime() / 1000)}`,
          ]
        }).flat(),
      ]),
    )
  },
}

async function tell(image: string, commands: readonly string[]): Promise<void> {
  const { complaints } = await debugfs(image, commands, { writes: true })
  if (complaints.length > 0) throw new ProgramFailed('debugfs', complaints.join('\n'))
}

/** Source: Microsoft's description of the NTFS boot sector. */
function ntfsBootSector(): Buffer {
  const sector = Buffer.alloc(512)
  sector.write('\u00eb\u0052\u0090NTFS    ', 'latin1')
  sector.writeUInt16LE(512, 11)
  sector.writeUInt8(8, 13)
  sector.writeUInt8(0xf8, 21)
  sector.writeUInt16LE(0xaa55, 510)
  return sector
}
