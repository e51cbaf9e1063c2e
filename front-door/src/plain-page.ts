import { STATUS_CODES } from 'node:http'

export const PLAIN_PAGE_TYPE = 'text/html; charset=ISO-8859-1'

const escape = (text: string): string =>
  text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')

/** The short HTML page with which the hardware answers a bare HTTP status. */
export function plainPage(status: number, message: string): string {
  const title = `${status} ${STATUS_CODES[status] ?? 'Unknown'}`
  return (
    `<HTML><HEAD><TITLE>${title}</TITLE></HEAD>\n<BODY><H1>${title}</H1>\n` +
    `${escape(message)}\n</BODY></HTML>\n`
  )
}

/** The page for an unknown path, byte for byte as recorded. */
export function notFoundPage(path: string): string {
  return plainPage(404, `The requested URL ${path} was not found on this server.`)
}
