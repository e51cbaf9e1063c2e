/** Programs that serve as receivers in tests: they end with the test, and say when they are ready. */
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'

/** Debian's own Python, which has its packages. */
const PYTHON = '/usr/bin/python3'

export const hasPythonModule = (name: string): boolean =>
  spawnSync(PYTHON, ['-c', `import ${name}`], { stdio: 'ignore' }).status === 0

export interface PythonServer<Ready, Line = unknown> {
  /** Its first line. */
  ready: Ready
  /** Waits for this many further lines, and removes them. They may come later than its replies. */
  take: (count: number) => Promise<Line[]>
  close(): Promise<void>
}

/**
 * Starts a server that prints lines of JSON, the first when it listens, and ends with its input.
 * @param script its path
 */
export function openPythonServer<Ready, Line = unknown>(
  script: string,
  options: object,
): Promise<PythonServer<Ready, Line>> {
  const child = spawn(PYTHON, ['-W', 'ignore', script, JSON.stringify(options)], {
    stdio: ['pipe', 'pipe', 'pipe'],
  })
  const gone = new Promise<void>((resolve) => void child.once('close', () => resolve()))
  const lines: Line[] = []
  let errors = ''
  child.stderr.on('data', (text: Buffer) => (errors += text.toString()))
  async function close(): Promise<void> {
    child.stdin.end()
    child.kill('SIGKILL')
    await gone
  }
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    void gone.then(() => reject(new Error(`${script} has ended: ${errors}`)))
    const output = createInterface(child.stdout)
    async function take(count: number): Promise<Line[]> {
      while (lines.length < count) await once(output, 'line')
      return lines.splice(0, count)
    }
    output.once('line', (first) => {
      output.on('line', (line) => lines.push(JSON.parse(line) as Line))
      resolve({ ready: JSON.parse(first) as Ready, take, close })
    })
  })
}
