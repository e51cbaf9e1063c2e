/** Unpacks downloaded archives with standard tools. */
import { execFileSync } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync } from 'node:fs'
import type { Download, TestInfo } from '@playwright/test'

export interface Unpacked {
  names: string[]
  file: (name: string) => Buffer
}

/** The files in a download that ends in `.zip` or `.tgz`. */
export async function unpacked(download: Download, info: TestInfo): Promise<Unpacked> {
  const name = download.suggestedFilename()
  const archive = info.outputPath(name)
  await download.saveAs(archive)
  const folder = info.outputPath(`${name} unpacked`)
  mkdirSync(folder, { recursive: true })
  if (name.endsWith('.zip')) execFileSync('unzip', ['-q', archive, '-d', folder])
  else execFileSync('tar', ['-xzf', archive, '-C', folder])
  return {
    names: readdirSync(folder).toSorted(),
    file: (of) => readFileSync(`${folder}/${of}`),
  }
}
