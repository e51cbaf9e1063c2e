/** Programs that serve as receivers in tests: they end with the test, and say when they are ready. */
import { spawn, spawnSync } from 'node:child_process'
import { createInterface } from 'node:readline'

/** Debian's own Python, which has its packages. */
const PYTHON = '/usr/bin/python3'

export const hasPythonModule = (name: string): boolean =>
  spawnSync(PYTHON, ['-c', `import ${name}`], { stdio: 'ignore' }).status === 0

export interface PythonServer<Ready> {
  /** Its first line. */
  ready: Ready
  /** Later lines, in order. */
  lines: unknown[]
  close(): Promise<void>
}

/**
 * Starts a server that prints lines of JSON, the first when it listens, and ends with its input.
 * @param script its path
 */
export function openPythonServer<Ready>(
  script: string,
  options: object,
): Promise<PythonServer<Ready>> {
  const child = spawn(PYTHON, ['-W', 'ignore', script, JSON.stringify(options)], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const gone = new Promise<void>((resolve) => void child.once('close', () => resolve()))
  const lines: unknown[] = []
  async function close(): Promise<void> {
    child.stdin.end()
    child.kill('SIGKILL')
    await gone
  }
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    void gone.then(() => reject(new Error(`${script} has ended`)))
    const output = createInterface(child.stdout)
    output.once('line', (first) => {
      output.on('line', (line) => lines.push(JSON.parse(line)))
      resolve({ ready: JSON.parse(first) as Ready, lines, close })
    })
  })
}
