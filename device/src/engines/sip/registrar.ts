/** Sends REGISTER requests (RFC 3261 §10). */
import { randomBytes } from 'node:crypto'
import { Grammar, URI } from 'sip.js/lib/core/index.js'
import type { IncomingResponseMessage, UserAgentCore } from 'sip.js/lib/core/index.js'
import { challengesIn } from './challenges.ts'
import type { Authorization } from './digest.ts'
import type { RegisterOutcome } from './registration.ts'
import type { Server } from './servers.ts'
import type { SipAccount } from './types.ts'

export interface RegistrarClient {
  /** Registers, or removes the registration; never rejects. */
  register(server: Server, remove: boolean): Promise<RegisterOutcome>
}

interface Binding {
  callId: string
  fromTag: string
  cseq: number
}

/** Retries that a registrar can ask for in a row: other intervals and other contacts. */
const AGAIN_MAX = 3

export function openRegistrar(parts: {
  core: UserAgentCore
  account: () => SipAccount
  contact: () => string
  /** What marks our Contact among those of the account. */
  line: string
  authorization: () => Authorization
  /** Seconds. */
  interval: () => number
  lastFailure: () => string | undefined
  /** Sees each success. */
  learn: (response: IncomingResponseMessage) => void
  /** `host:port` in our Contact; may change with what has been learnt. */
  contactAddress: () => string | undefined
  contactAt: (address: string) => string
}): RegistrarClient {
  const { core, account, contact, line, authorization, interval, lastFailure } = parts
  const { learn, contactAddress, contactAt } = parts
  const bindings = new Map<Server, Binding>()

  function bindingAt(server: Server): Binding {
    const known = bindings.get(server)
    if (known) return known
    const fresh = {
      callId: randomBytes(16).toString('hex'),
      fromTag: randomBytes(8).toString('hex'),
      cseq: 0,
    }
    bindings.set(server, fresh)
    return fresh
  }

  /** One request with its challenges. */
  function ask(server: Server, fields: readonly string[]): Promise<IncomingResponseMessage> {
    const binding = bindingAt(server)
    const answering = authorization()
    const to = Grammar.URIParse(server.uri)
    if (!to) throw new Error(`${server.uri} is not a SIP address.`)
    const { sips, user } = account()
    const aor = new URI(sips ? 'sips' : 'sip', user, server.domain)
    return new Promise((resolve) => {
      function attempt(credentials: readonly string[]): void {
        binding.cseq += 1
        const message = core.makeOutgoingRequestMessage(
          'REGISTER',
          to ?? aor,
          aor,
          aor,
          { callId: binding.callId, fromTag: binding.fromTag, cseq: binding.cseq },
          [...fields, ...credentials],
        )
        core.register(message, {
          onAccept: (response) => resolve(response.message),
          onRedirect: (response) => resolve(response.message),
          onReject(response) {
            const asked = { method: 'REGISTER', uri: message.ruri.toRaw() }
            const more = answering.answer(challengesIn(response.message), asked)
            if (more) attempt(more)
            else resolve(response.message)
          },
        })
      }
      attempt([])
    })
  }

  /** The address in our Contact that the registrar has. */
  let announced: string | undefined

  async function register(server: Server, remove: boolean): Promise<RegisterOutcome> {
    let seconds = remove ? 0 : interval()
    for (let round = 1; ; round += 1) {
      const address = contactAddress()
      const old = announced === undefined || announced === address ? undefined : announced
      const response = await ask(server, [
        `Contact: ${contact()};expires=${seconds}`,
        ...(old === undefined ? [] : [`Contact: ${contactAt(old)};expires=0`]),
        `Expires: ${seconds}`,
      ])
      const status = response.statusCode ?? 500
      if (status < 300) {
        announced = remove ? undefined : (address ?? contactAddress())
        learn(response)
      }
      const minimum = Number(response.getHeader('min-expires'))
      const brief = status === 423 && minimum > seconds
      if (brief) seconds = minimum
      // What the registrar saw of us may have changed our Contact.
      const outdated = status < 300 && announced !== contactAddress()
      if (!remove && round < AGAIN_MAX && (brief || outdated)) continue
      return {
        status,
        text: textOf(response, lastFailure),
        granted: grantedBy(response, line, seconds),
        retryAfter: Number.parseInt(response.getHeader('retry-after') ?? '', 10) || undefined,
      }
    }
  }

  return {
    async register(server, remove) {
      try {
        return await register(server, remove)
      } catch (cause) {
        return {
          status: 500,
          text: cause instanceof Error ? cause.message : 'Server Internal Error',
        }
      }
    },
  }
}

/** What sip.js made up itself, because nothing was received, says nothing about the reason. */
function textOf(
  { statusCode, reasonPhrase, data }: IncomingResponseMessage,
  lastFailure: () => string | undefined,
): string {
  const failure = statusCode === 503 && !data ? lastFailure() : undefined
  return (failure ?? reasonPhrase ?? '').slice(0, 100)
}

/** Seconds granted to our Contact among those of the account; at most what was asked for. */
function grantedBy(response: IncomingResponseMessage, line: string, asked: number): number {
  const own = response.getHeaders('contact').find((contact) => contact.includes(`;line=${line}`))
  const texts = [/;\s*expires\s*=\s*(\d+)/i.exec(own ?? '')?.[1], response.getHeader('expires')]
  const granted = texts.map((text) => Number.parseInt(text ?? '', 10)).find((each) => each > 0)
  return Math.max(Math.min(granted ?? asked, asked), 1)
}
