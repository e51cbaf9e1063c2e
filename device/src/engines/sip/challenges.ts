import type { IncomingResponseMessage } from 'sip.js/lib/core/index.js'
import { readMessage, valuesOf } from './wire.ts'

/** The challenges of a response, from its text: sip.js keeps only the last one. */
export function challengesIn({ data }: Pick<IncomingResponseMessage, 'data'>) {
  // What sip.js made up itself has no text.
  const message = readMessage((data as string | undefined) ?? '')
  return {
    proxy: message ? valuesOf(message, 'proxy-authenticate') : [],
    server: message ? valuesOf(message, 'www-authenticate') : [],
  }
}
