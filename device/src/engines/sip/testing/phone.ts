import { randomBytes } from 'node:crypto'
import { branch, get, isRequest, method, reply, status, tag, uri } from './message.ts'
import type { Message } from './message.ts'
import type { PeerSocket, Remote } from './peer-socket.ts'
import { withReceived } from './registrar.ts'
import type { Registrar } from './registrar.ts'

/**
 * What the phone does with a call: a status line refuses it. `reliable` says what it will answer
 * in a response that wants PRACK, and no more in the answer itself (RFC 3262).
 */
export type Manner = 'answer' | 'ring' | 'silent' | 'reliable' | (string & {})

type Fields = [string, string][]

/** A call of the phone, in either direction. */
export interface PhoneCall {
  callId: string
  /** What the device offered or answered. */
  sdp: string
  /** The final status of the call's INVITE. */
  status: number | undefined
  acknowledged: boolean
  /** Whether the device said BYE. */
  ended: boolean
  /** Bodies of INFO requests from the device. */
  infos: string[]
  /** Answers, when it rings. */
  answer(): void
  bye(): void
  cancel(): void
  /** Sends a request in the call; resolves with the response. */
  ask(name: string, body?: { type: string; content: string }, headers?: Fields): Promise<Message>
}

export interface Phone {
  /** What it does with calls. */
  manner: Manner
  /** SDP of its answers and offers, by default plain PCMU. */
  sdp: (offer: string) => string
  /** More fields of its responses to INVITE, and to requests in calls. */
  says: (request: Message) => Fields
  /** The status line of its responses to requests in calls. */
  inCall: (request: Message) => string
  readonly calls: PhoneCall[]
  /** Every request and response from the device. */
  readonly received: Message[]
  /** Whether INVITE is challenged as by a proxy. */
  challenges: Registrar | undefined
  call(
    target: string,
    options?: { from?: string; sdp?: string | undefined; headers?: Fields },
  ): PhoneCall
  handle(message: Message, from: Remote): void
  close(): void
}

/** SDP with these codecs, for tests. */
export const plainSdp = (address: string, port = 40_000, more: readonly string[] = []): string =>
  [
    'v=0',
    `o=phone 1 1 IN IP${address.includes(':') ? 6 : 4} ${address}`,
    's=-',
    `c=IN IP${address.includes(':') ? 6 : 4} ${address}`,
    't=0 0',
    `m=audio ${port} RTP/AVP 0 96`,
    'a=rtpmap:0 PCMU/8000',
    'a=rtpmap:96 telephone-event/8000',
    ...more,
    '',
  ].join('\r\n')

/** Milliseconds after which the phone repeats what was not answered. */
const REPEAT = 150
const REPEATS_MAX = 100

export function openPhone(socket: PeerSocket): Phone {
  const timers = new Set<NodeJS.Timeout>()
  const dialogs = new Map<
    string,
    { call: PhoneCall; request(message: Message, from: Remote): void }
  >()
  const waiting = new Map<string, (response: Message) => void>()
  /** The last response to each request, for its repetitions. */
  const answered = new Map<string, Message>()
  const at = `${socket.address.includes(':') ? `[${socket.address}]` : socket.address}:${socket.port}`
  const transport = socket.protocol === 'udp' ? '' : `;transport=${socket.protocol}`
  const contact: [string, string] = ['Contact', `<sip:phone@${at}${transport}>`]

  function repeat(send: () => void): () => void {
    send()
    if (socket.protocol !== 'udp') return () => {}
    let count = 0
    const timer = setInterval(() => {
      count += 1
      if (count > REPEATS_MAX) clearInterval(timer)
      else send()
    }, REPEAT)
    timers.add(timer)
    return () => {
      clearInterval(timer)
      timers.delete(timer)
    }
  }

  function respond(request: Message, from: Remote, response: Message): void {
    const full = withReceived(response, from)
    answered.set(key(request), full)
    from.send(full)
  }

  function send(request: Message, to: Remote): Promise<Message> {
    return new Promise((resolve) => {
      const stop = repeat(() => to.send(request))
      waiting.set(key(request), (response) => {
        if (status(response) >= 200 || method(request) === 'INVITE') stop()
        if (status(response) < 200) return
        waiting.delete(key(request))
        resolve(response)
      })
    })
  }

  const remoteOf = (target: string): Remote => {
    const [, host = '', port] =
      /^sips?:(?:[^@]+@)?(\[[^\]]+\]|[^:;>]+)(?::(\d+))?/.exec(target) ?? []
    return socket.to(host.replace(/^\[|\]$/g, ''), Number(port ?? 5060))
  }

  /** The parts of a call that don't depend on who called. */
  function openDialog(
    ends: { from: string; to: string; callId: string },
    to: () => [string, Remote],
  ) {
    let cseq = 100
    const request = (
      name: string,
      number: number,
      body = { type: '', content: '' },
      headers: Fields = [],
    ): Message => {
      const type: [string, string][] = body.type === '' ? [] : [['Content-Type', body.type]]
      return {
        line: `${name} ${to()[0]} SIP/2.0`,
        headers: [
          ['Via', `SIP/2.0/${socket.protocol.toUpperCase()} ${at};branch=z9hG4bK${random()};rport`],
          ['Max-Forwards', '70'],
          ['From', ends.from],
          ['To', ends.to],
          ['Call-ID', ends.callId],
          ['CSeq', `${number} ${name}`],
          ...(headers.some(([one]) => one === 'Contact') ? [] : [contact]),
          ...headers,
          ...type,
        ],
        body: body.content,
      }
    }
    const call: PhoneCall = {
      callId: ends.callId,
      sdp: '',
      status: undefined,
      acknowledged: false,
      ended: false,
      infos: [],
      answer() {},
      cancel() {},
      bye: () => void call.ask('BYE'),
      async ask(name, body, headers) {
        cseq += 1
        const number = cseq
        const response = await send(request(name, number, body, headers), to()[1])
        // Without an offer, the answer to that of the device comes with the ACK.
        const sdp = { type: 'application/sdp', content: phone.sdp(response.body) }
        if (name === 'INVITE') to()[1].send(request('ACK', number, body ? undefined : sdp))
        return response
      },
    }
    return { call, request }
  }

  function onInvite(invite: Message, from: Remote): void {
    const toTag = random()
    const challenge = phone.challenges?.challenge(invite, true)
    if (challenge) {
      respond(invite, from, challenge)
      return
    }
    if (phone.manner === 'silent') return
    const local = `${get(invite, 'To')};tag=${toTag}`
    const ends = { from: local, to: get(invite, 'From'), callId: get(invite, 'Call-ID') }
    const { call } = openDialog(ends, () => [uri(get(invite, 'Contact')), from])
    call.sdp = invite.body
    phone.calls.push(call)
    let stop: (() => void) | undefined
    let prepared = false
    dialogs.set(ends.callId, {
      call,
      request(message, sender) {
        if (method(message) === 'ACK') {
          stop?.()
          call.acknowledged = true
        } else if (method(message) === 'CANCEL') {
          respond(message, sender, reply(message, '200 OK', { toTag }))
          if (call.status === undefined) refuse('487 Request Terminated')
        } else {
          inDialog(call, message, sender)
          if (method(message) === 'PRACK') answerAsPrepared()
        }
      },
    })
    const refuse = (line: string) => {
      call.status = Number(line.slice(0, 3))
      const headers = phone.says(invite)
      stop = repeat(() => respond(invite, from, reply(invite, line, { toTag, headers })))
    }
    const described = (): { headers: Fields; body: string } => ({
      headers: [contact, ...phone.says(invite), ['Content-Type', 'application/sdp']],
      body: phone.sdp(invite.body),
    })
    call.answer = () => {
      call.status = 200
      const { headers, body } = prepared ? { headers: [contact], body: '' } : described()
      stop = repeat(() => respond(invite, from, reply(invite, '200 OK', { toTag, headers, body })))
    }
    const prepare = () => {
      const { headers, body } = described()
      headers.push(['Require', '100rel'], ['RSeq', '7'])
      const response = reply(invite, '183 Session Progress', { toTag, headers, body })
      stop = repeat(() => respond(invite, from, response))
      prepared = true
    }
    const answerAsPrepared = () => {
      stop?.()
      call.answer()
    }
    if (phone.manner === 'reliable') {
      prepare()
      return
    }
    if (phone.manner !== 'answer' && phone.manner !== 'ring') {
      refuse(phone.manner)
      return
    }
    respond(invite, from, reply(invite, '180 Ringing', { toTag, headers: [contact] }))
    if (phone.manner === 'answer') call.answer()
  }

  function inDialog(call: PhoneCall, message: Message, from: Remote): void {
    if (method(message) === 'ACK') return
    if (method(message) === 'BYE') call.ended = true
    if (method(message) === 'INFO') call.infos.push(message.body)
    const line = phone.inCall(message)
    if (line === '') return
    const headers = phone.says(message)
    if (method(message) !== 'INVITE') {
      respond(message, from, reply(message, line, { headers }))
      return
    }
    const body = phone.sdp(message.body)
    headers.push(contact, ['Content-Type', 'application/sdp'])
    respond(message, from, reply(message, line, { headers, body }))
  }

  const phone: Phone = {
    manner: 'answer',
    sdp: () => plainSdp(socket.address),
    says: () => [],
    inCall: () => '200 OK',
    calls: [],
    received: [],
    challenges: undefined,
    call(target, { from = `<sip:phone@${at}>`, sdp = plainSdp(socket.address), headers } = {}) {
      const ends = { from: `${from};tag=${random()}`, to: `<${target}>`, callId: random() }
      let remote: [string, Remote] = [target, remoteOf(target)]
      const { call, request } = openDialog(ends, () => remote)
      const invite = request(
        'INVITE',
        1,
        sdp === '' ? undefined : { type: 'application/sdp', content: sdp },
        headers,
      )
      dialogs.set(ends.callId, {
        call,
        request: (message, sender) => inDialog(call, message, sender),
      })
      const acknowledge = (response: Message, own: boolean) => {
        const ack = request(
          'ACK',
          1,
          sdp === '' && own ? { type: 'application/sdp', content: phone.sdp('') } : undefined,
        )
        // The ACK of a refusal belongs to the INVITE's transaction (RFC 3261 §17.1.1.3).
        if (!own) ack.headers[0] = invite.headers[0] ?? ['Via', '']
        ack.headers = ack.headers.map(([name, value]) =>
          name === 'To' ? [name, get(response, 'To')] : [name, value],
        )
        remote[1].send(ack)
      }
      const establish = async () => {
        const response = await send(invite, remote[1])
        const ok = status(response) < 300
        call.status = status(response)
        call.sdp = response.body
        ends.to = get(response, 'To')
        if (ok) remote = [uri(get(response, 'Contact')), remote[1]]
        acknowledge(response, ok)
        waiting.set(key(invite), (again) => {
          if (status(again) >= 200) acknowledge(again, ok)
        })
      }
      void establish()
      call.cancel = () => {
        const cancel = request('CANCEL', 1)
        cancel.line = invite.line.replace('INVITE', 'CANCEL')
        cancel.headers[0] = invite.headers[0] ?? ['Via', '']
        void send(cancel, remote[1])
      }
      phone.calls.push(call)
      return call
    },
    handle(message, from) {
      phone.received.push(message)
      if (!isRequest(message)) {
        waiting.get(key(message))?.(message)
        return
      }
      const known = answered.get(key(message))
      if (known) {
        from.send(known)
        return
      }
      const dialog = dialogs.get(get(message, 'Call-ID'))
      if (method(message) === 'INVITE' && tag(get(message, 'To')) === undefined)
        onInvite(message, from)
      else if (dialog) dialog.request(message, from)
      else if (method(message) !== 'ACK')
        respond(message, from, reply(message, '481 No Call', { toTag: 'x' }))
    },
    close() {
      for (const timer of timers) clearInterval(timer)
    },
  }
  return phone
}

const key = (message: Message) => `${branch(message)} ${method(message)}`

const random = () => randomBytes(8).toString('hex')
