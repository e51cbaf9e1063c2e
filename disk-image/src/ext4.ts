/** ext4 by e2fsprogs. Source: the manual pages of mkfs.ext4, e2fsck, dumpe2fs and debugfs 1.47. */
import { ext4Files } from './ext4-files.ts'
import type { Condition, ImageFormat, MakeOptions, Watch } from './file-system.ts'
import { sync } from './durable.ts'
import { LABEL } from './label.ts'
import { ProgramFailed, run } from './programs.ts'
import type { Outcome } from './programs.ts'

/** Bits of e2fsck's exit code. */
const UNCORRECTED = 4
const OPERATIONAL = 8

/** Percent at which each of the five passes ends, as e2fsck itself shows them. */
const PASS_ENDS = [0, 70, 90, 92, 95, 100] as const

/** How often a repair is repeated: damage can hide further damage. */
const REPAIRS_MAX = 3

export const ext4: ImageFormat = {
  name: 'ext4',

  async make(image, { signal, keepRest = false }: MakeOptions = {}) {
    // All in one go, since no kernel will do the rest later. Discarded space is zero already.
    const extended = ['lazy_itable_init=0', 'lazy_journal_init=0', keepRest && 'nodiscard']
    const flags = ['-F', '-q', '-m', '0', '-L', LABEL, '-E', extended.filter(Boolean).join()]
    const { code, stderr } = await run('mkfs.ext4', [...flags, image], { signal })
    if (code !== 0) throw new ProgramFailed('mkfs.ext4', stderr)
    await sync(image)
  },

  check: async (image, watch) => condition(await e2fsck('-fn', image, watch)),

  async repair(image, watch) {
    for (let times = 1; ; times++) {
      const found = condition(await e2fsck('-fy', image, watch))
      if (found === 'clean' || times === REPAIRS_MAX) {
        await sync(image)
        return found
      }
    }
  },

  async preen(image, watch) {
    const found = condition(await e2fsck('-fp', image, watch))
    await sync(image)
    return found
  },

  files: ext4Files,
}

async function e2fsck(
  mode: '-fn' | '-fp' | '-fy',
  image: string,
  { signal, progress }: Watch = {},
) {
  const onLine = progress && ((line: string) => progress(percentOf(line)))
  const args = [mode, ...(onLine ? ['-C', '3'] : []), image]
  const outcome = await run('e2fsck', args, { signal, onLine })
  progress?.(100)
  return outcome
}

/** A line is pass, steps done, steps of the pass, device. */
function percentOf(line: string): number {
  const [pass = 0, done = 0, of = 0] = line.split(' ').map(Number)
  const from = PASS_ENDS[pass - 1] ?? 0
  const to = PASS_ENDS[pass] ?? from
  return Math.floor(from + (to - from) * (of > 0 ? Math.min(done / of, 1) : 1))
}

/** Corrected errors are none. A file system whose beginning is lost is an operational error. */
function condition({ code, stdout, stderr }: Outcome): Condition {
  const beginningLost = /super-?block|Bad magic|corrupt/i.test(`${stdout.toString()}${stderr}`)
  if (code >= 2 * OPERATIONAL || (code & OPERATIONAL && !beginningLost)) {
    throw new ProgramFailed('e2fsck', stderr)
  }
  return code & (UNCORRECTED | OPERATIONAL) ? 'damaged' : 'clean'
}
