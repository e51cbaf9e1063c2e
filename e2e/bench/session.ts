/**
 * A signed-in client without a browser: fast enough to load a device, and able to pass its cookie
 * to others.
 */
import { Agent, request } from 'node:http'
import type { Rig } from '../rig/rig.ts'
import { ACCOUNTS, PASSWORD } from '../rig/accounts.ts'

/** The cookie of a new administrator session. */
export async function signIn(rig: Rig): Promise<string> {
  const answer = await fetch(`${rig.addresses.http}/sign-in`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-lintel-console': '1' },
    body: JSON.stringify({ user: ACCOUNTS.admin.user, password: PASSWORD }),
  })
  const cookie = answer.headers.get('set-cookie')?.split(';')[0]
  if (cookie === undefined) throw new Error(`Signing in was answered by ${answer.status}.`)
  return cookie
}

/**
 * Makes GET requests over keep-alive connections; each promise resolves when its response has
 * ended.
 */
export function getter(base: string, cookie: string, connections: number) {
  const agent = new Agent({ keepAlive: true, maxSockets: connections })
  const headers = { cookie, 'x-lintel-console': '1' }
  const get = (path: string) =>
    new Promise<void>((resolve, reject) => {
      request(new URL(path, base), { agent, headers }, (answer) => {
        if (answer.statusCode !== 200) reject(new Error(`${path} answered ${answer.statusCode}`))
        answer.resume().on('end', resolve).on('error', reject)
      })
        .on('error', reject)
        .end()
    })
  return { get, close: () => agent.destroy() }
}

/**
 * Repeats a task on several connections at once for some seconds and returns the number of runs.
 */
export async function repeat(
  lines: number,
  seconds: number,
  work: (turn: number) => Promise<void>,
) {
  const end = performance.now() + seconds * 1000
  let turns = 0
  await Promise.all(
    Array.from({ length: lines }, async () => {
      while (performance.now() < end) {
        turns += 1
        await work(turns)
      }
    }),
  )
  return turns
}
