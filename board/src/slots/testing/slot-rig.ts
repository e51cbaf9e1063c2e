import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, expect } from 'vitest'
import { fakeTime } from '../../testing/fake-time.ts'
import type { FakeTime } from '../../testing/fake-time.ts'
import { tempFolder } from '../../testing/temp-folder.ts'
import { openSlots } from '../slots.ts'
import type { SlotEvent, Slots } from '../slots.ts'

/** What the board of a test has; new for each test once `newSlotsForEachTest` was called. */
export let folder: string
export let time: FakeTime
export let events: SlotEvent[]
export let slots: Slots

/** A board that opens the data folder as the previous one left it. */
function board(): Slots {
  return openSlots({
    dataFolder: folder,
    checkout: {
      deviceEntry: join(folder, 'checkout.js'),
      consoleFolder: 'console',
      pagesFolder: 'pages',
      version: '9.80.3',
      buildDate: '',
    },
    modules: join(folder, 'modules'),
    time,
    now: () => time.now(),
    happened: (event) => void events.push(event),
    changed: () => {},
    works: () => Promise.resolve(true),
    failed: () => expect.unreachable(),
  })
}

/** Opens the slots anew, as the next board does. */
export function nextBoard(): void {
  slots = board()
}

/** Gives each test of the file a data folder without images. */
export function newSlotsForEachTest(): void {
  beforeEach(() => {
    folder = tempFolder()
    time = fakeTime()
    events = []
    writeFileSync(join(folder, 'checkout.js'), '')
    nextBoard()
  })
}

/** An unpacked image in the folder in which the device leaves it. */
function image(version: string): string {
  const at = join(slots.stateFolder(), 'upload')
  mkdirSync(join(at, 'device'), { recursive: true })
  writeFileSync(join(at, 'device', 'main.js'), version)
  const manifest = { format: 1, version, buildDate: '', products: [], files: {} }
  writeFileSync(join(at, 'manifest.json'), JSON.stringify(manifest))
  return at
}

export const install = (version: string, factoryDefault = false): void =>
  slots.order({ do: 'install', folder: image(version), factoryDefault })

/** The device's only setting. */
export const setting = {
  set: (text: string) => {
    mkdirSync(slots.stateFolder(), { recursive: true })
    writeFileSync(join(slots.stateFolder(), 'state.db'), text)
  },
  get: () => {
    const file = join(slots.stateFolder(), 'state.db')
    return existsSync(file) ? readFileSync(file, 'utf8') : undefined
  },
}

export const running = () => slots.firmware().running.slot
export const versions = () => [slots.firmware().running.version, slots.firmware().inactive?.version]

/** Boots, and runs until the firmware is committed. */
export async function bootWell(): Promise<void> {
  slots.boot()
  slots.running()
  time.pass(10_000)
  await Promise.resolve()
  expect(slots.firmware().committed).toBe(true)
}
