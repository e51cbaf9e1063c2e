import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { findChromium } from '../../tools/chromium.mjs'
import { at } from '../fixture.ts'
import type { Rig } from '../rig/rig.ts'
import type { Figure } from './figure.ts'
import { atLeast, median, skipped } from './figure.ts'
import { signIn } from './session.ts'

const VERSION = '12.8.2'
/** Has its own package folder: Lighthouse is large and nothing else needs it. */
const FOLDER = join(import.meta.dirname, '..', '..', '.data', 'tools', 'lighthouse')
const BINARY = join(FOLDER, 'node_modules', '.bin', 'lighthouse')
const BUDGETS = { performance: 98, accessibility: 100, 'best-practices': 100 } as const

type Scores = Record<keyof typeof BUDGETS, number>

const run = promisify(execFile)

async function install(): Promise<void> {
  if (existsSync(BINARY)) return
  await mkdir(FOLDER, { recursive: true })
  await writeFile(join(FOLDER, 'package.json'), JSON.stringify({ private: true }))
  const args = ['install', `lighthouse@${VERSION}`, '--no-audit', '--no-fund', '--loglevel=error']
  await run('npm', args, { cwd: FOLDER })
}

async function scores(url: string, cookie: string, preset: readonly string[]): Promise<Scores> {
  const report = join(FOLDER, 'report.json')
  await run(
    BINARY,
    [
      url,
      ...preset,
      // The live picture never finishes loading: with a simulated network Lighthouse would wait for
      // it before the first paint.
      '--throttling-method=devtools',
      '--max-wait-for-load=15000',
      '--quiet',
      '--output=json',
      `--output-path=${report}`,
      `--extra-headers=${JSON.stringify({ Cookie: cookie })}`,
      `--only-categories=${Object.keys(BUDGETS).join(',')}`,
      '--chrome-flags=--headless --no-sandbox --disable-gpu',
    ],
    { env: { ...process.env, CHROME_PATH: findChromium() } },
  )
  const { categories } = JSON.parse(await readFile(report, 'utf8')) as {
    categories: Record<keyof typeof BUDGETS, { score: number }>
  }
  return {
    performance: categories.performance.score * 100,
    accessibility: categories.accessibility.score * 100,
    'best-practices': categories['best-practices'].score * 100,
  }
}

/** Lighthouse scores of the overview: three desktop runs, and one mobile run without a budget. */
export async function lighthouseFigures(rig: Rig): Promise<Figure[]> {
  await rig.put('ready')
  try {
    await install()
  } catch {
    return [skipped('Lighthouse', `lighthouse ${VERSION} could not be installed`)]
  }
  const url = rig.addresses.http + at('/')
  const cookie = await signIn(rig)
  const desktop: Scores[] = []
  for (let turn = 0; turn < 3; turn += 1) {
    desktop.push(await scores(url, cookie, ['--preset=desktop']))
  }
  const mobile = await scores(url, cookie, [])
  return [
    ...Object.entries(BUDGETS).map(([name, budget]) =>
      atLeast(
        `Lighthouse desktop, ${name}, median of 3`,
        median(desktop.map((scores) => scores[name as keyof Scores])),
        budget,
        'points',
      ),
    ),
    {
      what: 'Lighthouse mobile (reported)',
      budget: '',
      figure: Object.values(mobile).map(Math.round).join(' / '),
      ok: undefined,
    },
  ]
}
