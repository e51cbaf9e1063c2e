import { execute, methodOf, responseOf, runs } from './client.ts'
import type { Account, Client, ClientRequest, ClientResponse } from './client.ts'

/** A program that sends one request each time it runs. */
function program(
  name: string,
  debian: string,
  version: string,
  once: (account: Account, request: ClientRequest) => Promise<ClientResponse>,
): Client {
  return {
    name,
    missing: runs(name, version) ? undefined : debian,
    async send(account, requests) {
      const responses: ClientResponse[] = []
      for (const request of requests) responses.push(await once(account, request))
      return responses
    },
  }
}

const words = (options: string): string[] => options.split(' ')

const encoded = (fields: Readonly<Record<string, string>>): string =>
  new URLSearchParams(fields).toString()

const addressOf = ({ url, query }: ClientRequest): string =>
  query ? `${url}?${encoded(query)}` : url

const textOf = ({ form, json, body }: ClientRequest): string | undefined =>
  form ? encoded(form) : json === undefined ? body : JSON.stringify(json)

/** Sends every body as a URL-encoded form, unless it is told another type. */
export const curl = program('curl', 'curl', '--version', async ({ user, password }, request) => {
  const { file, type } = request
  const body = textOf(request)
  const { stdout } = await execute(
    'curl',
    [
      ...words('--silent --max-time 20 --insecure --write-out \n%{http_code} --request'),
      methodOf(request),
      request.url.startsWith('https:') ? '--basic' : '--digest',
      '--user',
      `${user}:${password}`,
      ...(body === undefined ? [] : ['--data-binary', '@-']),
      ...(type === undefined ? [] : ['--header', `Content-Type: ${type}`]),
      ...(file ? ['--form', `${file.field}=@-;filename=${file.name}`] : []),
      addressOf(request),
    ],
    file ? Buffer.from(file.base64, 'base64') : body,
  )
  const end = stdout.lastIndexOf('\n')
  return responseOf(Number(stdout.subarray(end + 1)), stdout.subarray(0, end))
})

/** Has no multipart forms. */
export const wget = program('wget', 'wget', '--version', async ({ user, password }, request) => {
  const body = textOf(request)
  const { stdout, stderr } = await execute('wget', [
    ...words(
      '--no-check-certificate --no-verbose --server-response --content-on-error --tries=1 --timeout=20',
    ),
    `--user=${user}`,
    `--password=${password}`,
    `--method=${methodOf(request)}`,
    ...(body === undefined ? [] : [`--body-data=${body}`]),
    ...(request.type === undefined ? [] : [`--header=Content-Type: ${request.type}`]),
    '--output-document=-',
    addressOf(request),
  ])
  const statuses = Array.from(stderr.matchAll(/^ {2}HTTP\/1\.1 (\d+)/gm), ([, status]) => status)
  return responseOf(Number(statuses.at(-1) ?? 0), stdout)
})

/** Reads only, and passes on the bytes as they come. */
export const ffmpeg = program('ffmpeg', 'ffmpeg', '-version', async (account, request) => {
  const url = new URL(addressOf(request))
  Object.assign(url, { username: account.user, password: account.password })
  const { stdout, stderr } = await execute('ffmpeg', [
    ...words('-v error -nostdin -rw_timeout 20000000 -f data -i'),
    url.href,
    ...words('-map 0 -c copy -f data pipe:1'),
  ])
  const refused = /Server returned (\d+)|HTTP error (\d+)/.exec(stderr)
  return responseOf(stdout.length > 0 ? 200 : Number(refused?.[1] ?? refused?.[2] ?? 0), stdout)
})
