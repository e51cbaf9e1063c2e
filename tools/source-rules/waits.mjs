/**
 * Waits for real time in tests. A test that waits to see that nothing happens is slow when it
 * passes and unreliable when the machine is slow: move a clock, or wait for something that happens
 * later.
 */

/** Permitted waits, with the reason. @type {Record<string, string>} */
const MAY_WAIT = {
  'board/src/firmware.test.ts': 'cuts the power while a process starts',
  'board/src/power-cut.test.ts': 'cuts the power at random moments',
  'tools/phonebook-cut.test.ts': 'cuts the power at moments spread over an import',
  'board/src/trial-cut.test.ts': 'cuts the power at moments spread over a trial',
}

const TEST = /\.test\.(?:tsx?|mjs)$/
const WAIT = [
  /\bwaitForTimeout\(/,
  /import \{[^}]*\bsetTimeout\b[^}]*\} from ['"]node:timers\/promises['"]/,
  // A promise that only a timer resolves; without milliseconds it is one turn of the event loop.
  /new Promise(?:<[^>]*>)?\(\s*(?:async\s*)?\((\w+)(?:, \w+)?\)\s*=>\s*\{?\s*setTimeout\((?:\1|\(\)\s*=>\s*\1\([^)]*\)),/,
]

/**
 * Where a test waits.
 * @param {string} file Its path from the checkout.
 * @param {string} code
 * @returns {string[]}
 */
export function waitsIn(file, code) {
  if (!TEST.test(file) || file in MAY_WAIT) return []
  const patterns = code.includes('vi.useFakeTimers(') ? WAIT.slice(0, 1) : WAIT
  const found = patterns.flatMap((pattern) => pattern.exec(code)?.index ?? [])
  return found.map((index) => {
    const line = code.slice(0, index).split('\n').length
    return `${file}:${line} waits for real time (tools/source-rules/waits.mjs)`
  })
}
