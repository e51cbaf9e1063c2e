import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { HostTime } from './host-time.ts'
import { identify, parseProcess, surelyRuns } from './host-process.ts'

/** Milliseconds that the system has to end a killed process, and between two looks at it. */
const END_LIMIT = 5_000
const LOOK_AGAIN = 20

/** A device that lost its board can't be ended. */
export class LeftOverDevice extends Error {
  readonly pid: number
  constructor(pid: number) {
    super(`left over as process ${pid}`)
    this.name = 'LeftOverDevice'
    this.pid = pid
  }
}

const fileIn = (folder: string) => join(folder, 'device.process')

/** Records the device of a data folder, for `endLeftOver`. */
export function recordDevice(folder: string, pid: number, entry: string): void {
  try {
    writeFileSync(fileIn(folder), JSON.stringify({ ...identify(pid), entry }))
  } catch {
    // A full disk must not prevent the start.
  }
}

/**
 * Ends a device of this data folder that outlived its board: one whose event loop was blocked when
 * the board was killed never learns of it, and keeps its ports. Call it only while the folder is
 * locked. A process counts as that device only with its id, its start and its main module.
 * @returns its process id; undefined if there was none
 * @throws LeftOverDevice when it does not end
 */
export async function endLeftOver(folder: string, time: HostTime): Promise<number | undefined> {
  const text = textOf(fileIn(folder))
  const device = parseProcess(text)
  if (!device) return undefined
  const { entry } = JSON.parse(text) as { entry?: unknown }
  if (typeof entry !== 'string' || entry === '') return undefined
  const { pid } = device
  const until = time.monotonic() + END_LIMIT
  for (let found = false; ; found = true) {
    if (!surelyRuns(device, entry)) return found ? pid : undefined
    if (!found) kill(pid)
    else if (time.monotonic() >= until) throw new LeftOverDevice(pid)
    await new Promise<void>((resolve) => {
      time.after(LOOK_AGAIN, resolve)
    })
  }
}

function textOf(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}

function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // It has just ended, or belongs to another user and does not end.
  }
}
