import { spawn } from 'node:child_process'
import { once } from 'node:events'

/**
 * Makes every sync to the disk by a process take this many milliseconds longer, with strace (Linux).
 * Returns a function that ends that; undefined if strace is missing or may not attach.
 */
export async function slowDisk(
  pid: number,
  milliseconds: number,
): Promise<(() => Promise<void>) | undefined> {
  const syncs = 'fsync,fdatasync'
  const strace = spawn(
    'strace',
    [
      ['-f', '-o', '/dev/null', '-p', String(pid)],
      ['-e', `trace=${syncs}`, '-e', `inject=${syncs}:delay_enter=${milliseconds * 1000}`],
    ].flat(),
    { stdio: ['ignore', 'ignore', 'pipe'] },
  )
  const ended = once(strace, 'exit').catch(() => undefined)
  const attached = new Promise<boolean>((resolve) => {
    strace.stderr.once('data', (text: Buffer) => resolve(text.toString().includes('attached')))
    void ended.then(() => resolve(false))
  })
  if (!(await attached)) return undefined
  strace.stderr.resume()
  return async () => {
    strace.kill('SIGINT')
    await ended
  }
}
