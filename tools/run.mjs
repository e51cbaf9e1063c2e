import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { ROOT } from './root.mjs'

/**
 * @typedef {object} RunOptions
 * @property {NodeJS.ProcessEnv} [env] Added to this process's environment.
 * @property {'inherit' | 'stderr' | 'collect'} [output] Where standard output goes; `collect`
 * returns standard output and error. `inherit` by default.
 */

/**
 * Runs a command in the checkout and waits for its exit. A command that can't be started counts as
 * code 127, as in a shell.
 * @param {string} command
 * @param {readonly string[]} args
 * @param {RunOptions} [options]
 * @returns {Promise<{ code: number, output: string }>}
 */
export function run(command, args, { env = {}, output = 'inherit' } = {}) {
  return new Promise((resolve) => {
    /** @type {Buffer[]} */
    const collected = []
    const collects = output === 'collect'
    const child = spawn(command, args, {
      cwd: ROOT,
      env: { ...process.env, ...env },
      stdio: [
        'ignore',
        collects ? 'pipe' : output === 'stderr' ? 2 : 'inherit',
        collects ? 'pipe' : 'inherit',
      ],
    })
    child.stdout?.on('data', (chunk) => collected.push(chunk))
    child.stderr?.on('data', (chunk) => collected.push(chunk))
    child.on('error', (error) => resolve({ code: 127, output: error.message }))
    child.on('close', (code) =>
      resolve({ code: code ?? 1, output: Buffer.concat(collected).toString() }),
    )
  })
}

/**
 * The path of an installed package's command.
 * @param {string} name
 */
export const bin = (name) => join(ROOT, 'node_modules', '.bin', name)

/**
 * Prints a progress line to standard error; standard output is for results.
 * @param {string} line
 */
export const say = (line) => void process.stderr.write(`${line}\n`)

/**
 * The message of an error.
 * @param {unknown} error
 */
export const reasonOf = (error) => (error instanceof Error ? error.message : String(error))
