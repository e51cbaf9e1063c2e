import { join } from 'node:path'
import { execute, methodOf, responseOf, runs } from './client.ts'
import type { Account, Client, ClientRequest } from './client.ts'

/** Debian's own Python has Debian's libraries; another one may come first in the path. */
const PYTHONS = ['/usr/bin/python3', 'python3']

/** The Python that has this module, if any has. */
export const pythonWith = (module: string): string | undefined =>
  PYTHONS.find((python) => runs(python, '-c', `import ${module}`))

/** The path of a script of this folder. */
export const script = (name: string): string => join(import.meta.dirname, name)

/** Runs a script that reads the requests as JSON and prints the responses as JSON. */
async function send(
  [program, ...args]: readonly [string, ...string[]],
  account: Account,
  requests: readonly ClientRequest[],
) {
  const job = { ...account, requests: requests.map((one) => ({ ...one, method: methodOf(one) })) }
  const { code, stdout, stderr } = await execute(program, args, JSON.stringify(job))
  if (code !== 0) throw new Error(`${program} failed: ${stderr}`)
  const responses = JSON.parse(stdout.toString('utf8')) as { status: number; base64: string }[]
  return responses.map(({ status, base64 }) => responseOf(status, Buffer.from(base64, 'base64')))
}

function python(module: string, debian: string): Client {
  const found = pythonWith(module)
  return {
    name: `Python ${module}`,
    missing: found === undefined ? debian : undefined,
    send: (account, requests) =>
      send([found ?? '', script('python.py'), module], account, requests),
  }
}

export const urllib = python('urllib', 'python3')
export const requests = python('requests', 'python3-requests')
export const httpx = python('httpx', 'python3-httpx')

export const lwp: Client = {
  name: 'Perl LWP',
  missing: runs('perl', '-MLWP', '-e', '1') ? undefined : 'libwww-perl',
  send: (account, requests) => send(['perl', script('lwp.pl')], account, requests),
}
