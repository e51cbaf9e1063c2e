/** The accessible outline of a page, without what differs between two runs. */
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type { Page } from '@playwright/test'

/** What is left out with all that it contains: what happened, and in which order. */
const VOLATILE = /^ *- (?:log|timer)\b/

/** The lines of an outline without those elements and their children. */
function withoutVolatile(lines: readonly string[]): string[] {
  const kept: string[] = []
  let below = Infinity
  for (const line of lines) {
    const depth = line.length - line.trimStart().length
    if (depth > below) continue
    below = VOLATILE.test(line) ? depth : Infinity
    kept.push(below === Infinity ? line : line.replace(/(?<=- \w+(?: "[^"]*")?):.*$/, ''))
  }
  return kept
}

/** A duration in words, which takes other units or forms from one second to the next. */
const DURATION = /\b0 (?:milliseconds?|ms|seconds?|s|min|minutes?|hours?|h|days?)\b/

/** Serial numbers, times and every other number as zeros. */
const normalised = (line: string): string =>
  line
    .replaceAll(/\b(?:[0-9a-f]{2}:){5}[0-9a-f]{2}\b|\b[0-9a-f]{12}\b/gi, '0')
    .replaceAll(/\b(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)\b/g, 'Mon')
    .replaceAll(/\d+(?:[.,:]\d+)*/g, '0')
    .replaceAll(new RegExp(`${DURATION.source}(?: ${DURATION.source})*`, 'g'), '0 min')

/** The outline of a page as YAML, with every number as 0. */
async function outlineOf(page: Page): Promise<string> {
  const snapshot = await page.locator('body').ariaSnapshot()
  return withoutVolatile(snapshot.split('\n')).map(normalised).join('\n')
}

/** The outlines of a scene's windows, from left to right. */
export async function outlinesOf(pages: readonly Page[]): Promise<string> {
  const outlines = await Promise.all(pages.map(outlineOf))
  return `${outlines.join('\n---\n')}\n`
}

/** The same once it has stayed for a second: what loads late has arrived, and what flashes is over. */
export async function steadyOutlines(pages: readonly Page[]): Promise<string> {
  let before = ''
  for (;;) {
    const now = await outlinesOf(pages)
    if (now === before) return now
    before = now
    await wait(1_000)
  }
}

export const FOLDER = join(import.meta.dirname, '..', '..', 'docs', 'pictures')

/** The files of a scene. */
export const pathsOf = (name: string) => ({
  picture: join(FOLDER, `${name}.webp`),
  outline: join(FOLDER, `${name}.yml`),
})
