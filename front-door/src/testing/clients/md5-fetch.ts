import { createHash } from 'node:crypto'
import { methodOf, responseOf } from './client.ts'
import type { Account, Client, ClientRequest, ClientResponse } from './client.ts'

const md5 = (text: string): string => createHash('md5').update(text).digest('hex')

/**
 * The digest client of many scripts: it knows only MD5, takes the members of all challenges as those
 * of one, and names no algorithm in its answer (RFC 2617).
 */
function answerTo(challenge: string, method: string, url: URL, { user, password }: Account) {
  const members = Object.fromEntries(
    Array.from(challenge.matchAll(/(\w+)="?([^",]+)"?/g), ([, name = '', value]) => [name, value]),
  )
  const { realm = '', nonce = '', opaque } = members
  const uri = url.pathname + url.search
  const cnonce = md5(String(Math.random())).slice(0, 8)
  const ha1 = md5(`${user}:${realm}:${password}`)
  const response = md5(`${ha1}:${nonce}:00000001:${cnonce}:auth:${md5(`${method}:${uri}`)}`)
  return (
    `Digest username="${user}",realm="${realm}",nonce="${nonce}",uri="${uri}",` +
    `cnonce="${cnonce}",nc=00000001,qop=auth,response="${response}"` +
    (opaque === undefined ? '' : `,opaque="${opaque}"`)
  )
}

async function once(account: Account, request: ClientRequest): Promise<ClientResponse> {
  const url = new URL(request.url)
  for (const [name, value] of Object.entries(request.query ?? {})) {
    url.searchParams.set(name, value)
  }
  const method = methodOf(request)
  const ask = (authorization: Record<string, string>): Promise<Response> => {
    const { type, file } = request
    const form = new FormData()
    if (file) form.set(file.field, new Blob([Buffer.from(file.base64, 'base64')]), file.name)
    const body = request.form
      ? new URLSearchParams(request.form)
      : file
        ? form
        : request.json === undefined
          ? request.body
          : JSON.stringify(request.json)
    const headers = { ...(type === undefined ? {} : { 'content-type': type }), ...authorization }
    return fetch(url, { method, headers, ...(body === undefined ? {} : { body }) })
  }
  let response = await ask({})
  const challenge = response.headers.get('www-authenticate')
  if (response.status === 401 && challenge !== null) {
    await response.body?.cancel()
    response = await ask({ authorization: answerTo(challenge, method, url, account) })
  }
  return responseOf(response.status, new Uint8Array(await response.arrayBuffer()))
}

/** Node's own fetch. A text without a type is sent as `text/plain`. */
export const md5Fetch: Client = {
  name: 'Node fetch',
  missing: undefined,
  async send(account, requests) {
    const responses: ClientResponse[] = []
    for (const request of requests) responses.push(await once(account, request))
    return responses
  },
}
