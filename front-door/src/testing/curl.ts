import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

const run = promisify(execFile)

/** What the curl program gets: the status of its last answer and that answer's body. */
export async function curl(...args: string[]): Promise<{ status: number; text: string }> {
  const { stdout } = await run('curl', [
    '--silent',
    '--max-time',
    '10',
    '--noproxy',
    '*',
    '--write-out',
    '\n%{http_code}',
    ...args,
  ])
  const end = stdout.lastIndexOf('\n')
  return { status: Number(stdout.slice(end + 1)), text: stdout.slice(0, end) }
}
