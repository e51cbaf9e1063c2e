import { spawn, spawnSync } from 'node:child_process'

/** A request in the words of most HTTP libraries, each of which encodes it in its own way. */
export interface ClientRequest {
  url: string
  /** POST when there is anything to send, otherwise GET. */
  method?: 'GET' | 'POST' | 'DELETE'
  query?: Readonly<Record<string, string>>
  /** A URL-encoded form. */
  form?: Readonly<Record<string, string>>
  json?: unknown
  /** The only part of a multipart form. */
  file?: { field: string; name: string; base64: string }
  /** A body as it is. */
  body?: string
  /** The Content-Type of `body`. */
  type?: string
  /** Reads only so many bytes of a response that doesn't end; `requests` alone can. */
  first?: number
}

export interface ClientResponse {
  status: number
  bytes: Buffer
  /** The same as UTF-8. */
  text: string
}

/**
 * An HTTP client that shares no code with ours. Over https it uses Basic, and accepts any
 * certificate.
 */
export interface Client {
  name: string
  /** The Debian package to install, if it is not there. */
  missing: string | undefined
  /** Sends the requests one after another, as one account, and answers challenges by itself. */
  send(account: Account, requests: readonly ClientRequest[]): Promise<ClientResponse[]>
}

export interface Account {
  user: string
  password: string
}

export const methodOf = ({ method, form, json, file, body }: ClientRequest): string =>
  method ?? ((form ?? json ?? file ?? body) === undefined ? 'GET' : 'POST')

export const responseOf = (status: number, bytes: Uint8Array): ClientResponse => {
  const buffer = Buffer.from(bytes)
  return { status, bytes: buffer, text: buffer.toString('utf8') }
}

/** Whether a program can be run with these arguments. */
export const runs = (program: string, ...args: string[]): boolean =>
  spawnSync(program, args, { stdio: 'ignore' }).status === 0

export interface Output {
  code: number | null
  stdout: Buffer
  stderr: string
}

/** Runs a program, without the proxies of this computer. */
export function execute(
  program: string,
  args: readonly string[],
  input: string | Buffer = '',
): Promise<Output> {
  return new Promise((resolve, reject) => {
    const env = { PATH: process.env['PATH'], LANG: 'C.UTF-8', NO_PROXY: '*', no_proxy: '*' }
    const child = spawn(program, args, { env, timeout: 60_000 })
    const stdout: Buffer[] = []
    const stderr: Buffer[] = []
    child.stdout.on('data', (chunk: Buffer) => stdout.push(chunk))
    child.stderr.on('data', (chunk: Buffer) => stderr.push(chunk))
    child.once('error', reject)
    child.once('close', (code) =>
      resolve({
        code,
        stdout: Buffer.concat(stdout),
        stderr: Buffer.concat(stderr).toString('utf8'),
      }),
    )
    child.stdin.on('error', () => {})
    child.stdin.end(input)
  })
}
