import { closeSync, fsyncSync, openSync, readFileSync, renameSync, writeSync } from 'node:fs'

/** A number in a file, which a power cut leaves as it was or as it is. */
export function openCount(file: string) {
  let count = readCount(file)
  return {
    get: () => count,
    set(value: number) {
      const aside = `${file}.new`
      const open = openSync(aside, 'w')
      try {
        writeSync(open, JSON.stringify({ rings: value }))
        fsyncSync(open)
      } finally {
        closeSync(open)
      }
      renameSync(aside, file)
      count = value
    },
  }
}

function readCount(file: string): number {
  try {
    const { rings } = JSON.parse(readFileSync(file, 'utf8')) as { rings?: unknown }
    return typeof rings === 'number' && rings >= 0 ? rings : 0
  } catch {
    return 0
  }
}
