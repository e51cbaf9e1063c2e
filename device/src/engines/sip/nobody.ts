/** Answers requests that are for none of the accounts: they get an error, and OPTIONS an answer. */
import { randomBytes } from 'node:crypto'
import { LoggerFactory, Parser, URI, UserAgentCore } from 'sip.js/lib/core/index.js'
import { IncomingRequestMessage } from 'sip.js/lib/core/index.js'
import { CORE_SETTINGS } from './core-settings.ts'
import type { Endpoint } from './exchange.ts'
import { OWN_HOST } from './exchange.ts'
import { receiveUpdate } from './updates.ts'
import { methodOf, setRequestUri, writeMessage } from './wire.ts'

export interface Nobody {
  readonly endpoint: Endpoint
  dispose(): void
}

export function openNobody(send: (text: string) => Promise<void>): Nobody {
  const loggerFactory = new LoggerFactory()
  loggerFactory.builtinEnabled = false
  const uri = new URI('sip', 'nobody', OWN_HOST)
  const core = new UserAgentCore({
    aor: uri,
    contact: {
      pubGruu: undefined,
      tempGruu: undefined,
      uri,
      toString: () => `<${uri.toString()}>`,
    },
    displayName: '',
    loggerFactory,
    ...CORE_SETTINGS,
    routeSet: [],
    transportAccessor: () => ({ protocol: 'UDP', send }),
  })
  return {
    endpoint: {
      accountId: undefined,
      salt: randomBytes(6).toString('hex'),
      preferIPv6: false,
      tls: { owner: '', identity: undefined, authorities: [], verify: true },
      nextHop: () => undefined,
      publicAddress: () => undefined,
      receive(message) {
        if (methodOf(message) !== 'ACK') setRequestUri(message, uri.toString())
        try {
          const parsed = Parser.parseMessage(writeMessage(message), loggerFactory.getLogger('sip'))
          if (!(parsed instanceof IncomingRequestMessage)) return
          // Without a transaction, of which strangers could open any number.
          if (parsed.method === 'INVITE' && !parsed.toTag)
            core.replyStateless(parsed, { statusCode: 404 })
          else if (parsed.method === 'UPDATE') receiveUpdate(core, parsed, () => undefined)
          else core.receiveIncomingRequestFromTransport(parsed)
        } catch {
          // It can't be answered.
        }
      },
      onFailure: ({ message }) => message,
    },
    dispose: () => core.dispose(),
  }
}
