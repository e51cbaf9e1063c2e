import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { onTestFinished } from 'vitest'
import { writeZeros } from '../durable.ts'

/** A folder that the end of the test removes. */
export function tempFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'lintel-disk-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

/** An image of zeros. */
export async function blankImage(size = 32 << 20): Promise<string> {
  const image = join(tempFolder(), 'card of "Ada".img')
  await writeZeros(image, size)
  return image
}

/** Where a program is: unlike a shell's, PATH often lacks the folders of the system's programs. */
export function programPath(program: string): string {
  const folders = [...(process.env['PATH'] ?? '').split(delimiter), '/usr/sbin', '/sbin']
  return folders.map((folder) => join(folder, program)).find((path) => existsSync(path)) ?? program
}
