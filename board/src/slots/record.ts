import { existsSync, readFileSync } from 'node:fs'
import type { SlotName } from '@lintel/contract/wire'
import * as v from 'valibot'
import { writeAside } from '../hardware/write-aside.ts'

const slotName = v.picklist(['A', 'B', 'C'])

const plan = v.variant('do', [
  /** The slot gets a copy of the settings, or none, and is tried. */
  v.object({ do: v.literal('install'), slot: slotName, factoryDefault: v.boolean() }),
  v.object({ do: v.literal('change'), slot: slotName }),
  v.object({ do: v.literal('factoryDefault') }),
])

const schema = v.object({
  active: slotName,
  inactive: v.nullable(slotName),
  /** The active firmware has yet to prove that it works. */
  trying: v.boolean(),
  /** By slot: when its image was installed, in UTC milliseconds of the device's clock. */
  installed: v.record(v.string(), v.number()),
  /** By slot: whether root had a password when its device last said so. Older records lack it. */
  setUp: v.optional(v.record(v.string(), v.boolean()), {}),
  /** What to do before the next start. */
  plan: v.nullable(plan),
})

/** What the board remembers about its firmware slots. Each change is one atomic write. */
export type SlotRecord = v.InferOutput<typeof schema>

/** The slots in use, as a snapshot stores them. */
export interface SlotsInUse {
  active: SlotName
  inactive: SlotName | null
}

const FIRST: SlotRecord = {
  active: 'A',
  inactive: null,
  trying: false,
  installed: {},
  setUp: {},
  plan: null,
}

/** The record can't be read, so it is unknown which firmware belongs to which settings. */
export class DamagedRecord extends Error {
  readonly file: string
  constructor(file: string) {
    super(`${file} is damaged`)
    this.name = 'DamagedRecord'
    this.file = file
  }
}

/**
 * The record in a file; a default one for a data folder older than the slots.
 * @throws DamagedRecord
 */
export function readRecord(file: string): SlotRecord {
  if (!existsSync(file)) return FIRST
  try {
    return v.parse(schema, JSON.parse(readFileSync(file, 'utf8')))
  } catch {
    throw new DamagedRecord(file)
  }
}

export function writeRecord(file: string, record: SlotRecord): void {
  writeAside(file, `${JSON.stringify(record, null, 2)}\n`)
}
