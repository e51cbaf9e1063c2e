import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  symlinkSync,
} from 'node:fs'
import { join } from 'node:path'
import { imageManifest } from '@lintel/contract/firmware-image'
import type { ImageManifest } from '@lintel/contract/firmware-image'
import { MANIFEST_FILE } from '@lintel/contract/image-files'
import type { SlotFirmware, SlotName } from '@lintel/contract/wire'
import * as v from 'valibot'
import { syncFolder } from '../hardware/write-aside.ts'

/** The code of one firmware, from which the device is started. */
export interface SlotCode {
  deviceEntry: string
  consoleFolder: string
  pagesFolder: string
}

export interface SlotFolderParts {
  dataFolder: string
  /** Slot A. */
  checkout: SlotCode & { version: string; buildDate: string }
  /** `node_modules` with the native modules, which stay with the board. */
  modules: string
}

/** What each slot has on disk: its code, the version of that, and the state of its device. */
export interface SlotFolders {
  codeOf(slot: SlotName): SlotCode
  /** Undefined if the slot has no image, or one whose manifest can't be read. */
  firmwareOf(slot: SlotName): SlotFirmware | undefined
  /** Whether the slot can be started. */
  hasFirmware(slot: SlotName): boolean
  /** The folder of the device's state, one for each slot. */
  stateOf(slot: SlotName): string
  /** Whether the folder of its state has content, which may be damaged. */
  hasSettings(slot: SlotName): boolean
  /** Empties a slot and moves an unpacked image into it. */
  moveIn(slot: 'B' | 'C', image: string): void
  /** Lets an image's code find the native modules, wherever the checkout is now. */
  linkModules(slot: SlotName): void
  /** Removes a slot with its settings. */
  remove(slot: 'B' | 'C'): void
}

export function slotFolders({ dataFolder, checkout, modules }: SlotFolderParts): SlotFolders {
  const folderOf = (slot: SlotName) => join(dataFolder, 'slots', slot)
  const imageOf = (slot: SlotName) => join(folderOf(slot), 'image')
  const remove = (slot: 'B' | 'C') => rmSync(folderOf(slot), { recursive: true, force: true })

  const stateOf = (slot: SlotName) =>
    slot === 'A' ? join(dataFolder, 'device') : join(folderOf(slot), 'state')

  function codeOf(slot: SlotName): SlotCode {
    if (slot === 'A') return checkout
    const image = imageOf(slot)
    return {
      deviceEntry: join(image, 'device', 'main.js'),
      consoleFolder: join(image, 'console'),
      pagesFolder: join(image, 'device-pages'),
    }
  }

  function firmwareOf(slot: SlotName): SlotFirmware | undefined {
    const found = slot === 'A' ? checkout : manifestIn(imageOf(slot))
    return found && { slot, version: found.version, buildDate: found.buildDate }
  }

  return {
    codeOf,
    firmwareOf,
    hasFirmware: (slot) => existsSync(codeOf(slot).deviceEntry) && firmwareOf(slot) !== undefined,
    stateOf,
    hasSettings: (slot) => existsSync(stateOf(slot)) && readdirSync(stateOf(slot)).length > 0,
    moveIn(slot, image) {
      remove(slot)
      mkdirSync(folderOf(slot), { recursive: true, mode: 0o700 })
      renameSync(image, imageOf(slot))
      syncFolder(folderOf(slot))
      syncFolder(join(dataFolder, 'slots'))
    },
    linkModules(slot) {
      if (slot === 'A') return
      const link = join(imageOf(slot), 'node_modules')
      if (targetOf(link) === modules) return
      rmSync(link, { force: true })
      symlinkSync(modules, link, 'junction')
    },
    remove,
  }
}

function manifestIn(image: string): ImageManifest | undefined {
  try {
    return v.parse(imageManifest, JSON.parse(readFileSync(join(image, MANIFEST_FILE), 'utf8')))
  } catch {
    return undefined
  }
}

/** Where a link leads; undefined if there is none. */
function targetOf(link: string): string | undefined {
  try {
    return readlinkSync(link)
  } catch {
    return undefined
  }
}
