import { readMessage, valuesOf } from './wire.ts'

/** The challenges of a response, from its text: sip.js keeps only the last one. */
export function challengesIn({ data }: { data?: string | undefined }) {
  // What sip.js made up itself has no text.
  const message = readMessage(data ?? '')
  return {
    proxy: message ? valuesOf(message, 'proxy-authenticate') : [],
    server: message ? valuesOf(message, 'www-authenticate') : [],
  }
}
