import type { IncomingResponseMessage } from 'sip.js/lib/core/index.js'

/** The challenges of a response, each as its field has it. */
export const challengesIn = (message: IncomingResponseMessage) => ({
  proxy: message.getHeaders('proxy-authenticate'),
  server: message.getHeaders('www-authenticate'),
})
