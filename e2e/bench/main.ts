/** Measures every budget that applies and prints one table; exits with 1 when one is exceeded. */
import { startRig } from '../rig/rig.ts'
import { bootFigures } from './boot.ts'
import { callFigures } from './calls.ts'
import type { Figure } from './figure.ts'
import { frontDoorFigures } from './front-door.ts'
import { lighthouseFigures } from './lighthouse.ts'
import { memoryFigures } from './memory.ts'
import { pageFigures } from './pages.ts'
import { phonebookFigures } from './phonebook.ts'
import type { Rig } from '../rig/rig.ts'
import { soundFigures } from './sound.ts'
import { videoFigures } from './video.ts'

const FIGURES: Record<string, (rig: Rig) => Promise<Figure[]>> = {
  memory: memoryFigures,
  boot: bootFigures,
  video: videoFigures,
  sound: soundFigures,
  calls: callFigures,
  door: frontDoorFigures,
  phonebook: phonebookFigures,
  pages: pageFigures,
  lighthouse: lighthouseFigures,
}

function printLine({ what, budget, figure, ok }: Figure): void {
  const verdict = ok === undefined ? '' : ok ? 'ok' : 'OVER'
  console.log(`${what.padEnd(48)}${budget.padEnd(26)}${figure.padEnd(26)}${verdict}`)
}

const selected = process.argv.slice(2)
console.log(`${'What'.padEnd(48)}${'Budget'.padEnd(26)}Figure`)
for (const [name, measure] of Object.entries(FIGURES)) {
  if (selected.length > 0 && !selected.includes(name)) continue
  // Each benchmark has its own board, so that one doesn't add to the memory of the next.
  const rig = await startRig()
  try {
    const figures = await measure(rig)
    figures.forEach(printLine)
    if (figures.some(({ ok }) => ok === false)) process.exitCode = 1
  } finally {
    await rig.stop()
  }
}
