import type { IncomingMessage } from 'node:http'

/** The target of a request: the path as the client wrote it, and the query. */
export interface Target {
  path: string
  query: URLSearchParams
}

export function targetOf({ url = '/' }: IncomingMessage): Target {
  const mark = url.indexOf('?')
  return {
    path: mark === -1 ? url : url.slice(0, mark),
    query: new URLSearchParams(mark === -1 ? '' : url.slice(mark)),
  }
}
