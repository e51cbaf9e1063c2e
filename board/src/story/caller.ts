import { createSocket } from 'node:dgram'
import type { Socket } from 'node:dgram'
import { randomBytes } from 'node:crypto'
import type { HostTime } from '../host-time.ts'
import { audioOf, speak } from './caller-voice.ts'

/** Milliseconds until a device on this computer rings, however busy that is, or takes no calls. */
const RING_LIMIT = 10_000
/** Milliseconds from the end of a call until its sockets close, for the last messages. */
const LINGER = 500

/** A call that the device has taken: it rings, or somebody has answered. */
export interface PlacedCall {
  /** Hangs up, whether the device has answered or not. */
  hangUp(): void
}

interface Response {
  status: number
  method: string
  /** The field `To`, with the tag of the device. */
  to: string
  contact: string
}

/**
 * A telephone on this computer that calls the device by SIP over UDP (RFC 3261). Once the device
 * has answered, somebody speaks for some seconds. It sends no request twice: nothing is lost within a
 * computer.
 */
export interface Caller {
  /** Calls the device. Resolves once it rings or has answered; undefined if it takes no call. */
  call(): Promise<PlacedCall | undefined>
}

/**
 * Opens no socket before the first call.
 * @param device where the device takes calls: an address of this computer, and its SIP port
 */
export function openCaller(device: { address: string; port: number }, time: HostTime): Caller {
  const isV6 = device.address.includes(':')
  const host = isV6 ? `[${device.address}]` : device.address
  const target = `sip:door@${host}:${device.port}`

  async function call(): Promise<PlacedCall | undefined> {
    const type = isV6 ? 'udp6' : 'udp4'
    const [signals, audio] = await Promise.all([bound(type, device), bound(type, device)])
    const at = `${host}:${signals.address().port}`
    const id = randomBytes(8).toString('hex')
    const branch = `z9hG4bK${id}`
    const from = `"Neighbour" <sip:neighbour@${at}>;tag=${id}`
    let answered: Response | undefined
    let over = false
    let hush: (() => void) | undefined

    function send(line: string, fields: string[], body = ''): void {
      if (over) return
      const type = body === '' ? [] : ['Content-Type: application/sdp']
      const all = [line, ...fields, ...type, `Content-Length: ${Buffer.byteLength(body)}`, '', body]
      signals.send(all.join('\r\n'), device.port, device.address)
    }

    /**
     * Sends a request of the call.
     * @param own the branch of its transaction
     * @param to the field `To`, with the device's tag once it has answered
     */
    function request(method: string, number: number, own: string, to: string, body?: string): void {
      const line = `${method} ${answered?.contact || target} SIP/2.0`
      const fields = [
        `Via: SIP/2.0/UDP ${at};branch=${own};rport`,
        'Max-Forwards: 70',
        `From: ${from}`,
        `To: ${to}`,
        `Call-ID: ${id}@bench`,
        `CSeq: ${number} ${method}`,
        `Contact: <sip:neighbour@${at}>`,
      ]
      send(line, fields, body)
    }

    function close(): void {
      if (over) return
      over = true
      hush?.()
      signals.close()
      audio.close()
    }

    function receive(text: string, decide: (outcome: 'rings' | 'refused') => void): void {
      const message = text.split('\r\n')
      const field = (name: string) =>
        message
          .find((one) => one.toLowerCase().startsWith(`${name}:`))
          ?.slice(name.length + 1)
          .trim() ?? ''
      if (!text.startsWith('SIP/2.0 ')) {
        const method = text.split(' ')[0]
        if (method === 'ACK') return
        const copied = ['Via', 'From', 'To', 'Call-ID', 'CSeq']
        send(
          'SIP/2.0 200 OK',
          message.filter((one) => copied.some((name) => one.startsWith(`${name}:`))),
        )
        if (method === 'BYE') time.after(LINGER, close)
        return
      }
      const response: Response = {
        status: Number(text.slice(8, 11)),
        method: field('cseq').split(' ')[1] ?? '',
        to: field('to'),
        contact: /<([^>]+)>/.exec(field('contact'))?.[1] ?? '',
      }
      if (response.method !== 'INVITE') return
      if (response.status >= 180) decide(response.status < 300 ? 'rings' : 'refused')
      if (response.status < 200) return
      if (response.status < 300) {
        answered = response
        request('ACK', 1, `${branch}a`, response.to)
        const heardAt = audioOf(text)
        if (heardAt && !over) hush ??= speak(audio, heardAt, time)
        return
      }
      // The ACK of a refusal belongs to the transaction of the INVITE (RFC 3261 §17.1.1.3).
      request('ACK', 1, branch, response.to)
      time.after(LINGER, close)
    }

    const outcome = await new Promise<'rings' | 'refused' | 'silent'>((resolve) => {
      const cancel = time.after(RING_LIMIT, () => resolve('silent'))
      const decide = (decided: 'rings' | 'refused' | 'silent') => {
        cancel()
        resolve(decided)
      }
      signals.on('message', (data) => receive(data.toString('utf8'), decide))
      signals.on('error', () => decide('silent'))
      request('INVITE', 1, branch, `<${target}>`, offer(device.address, isV6, audio.address().port))
    })
    function hangUp(): void {
      if (answered) request('BYE', 2, `${branch}b`, answered.to)
      else request('CANCEL', 1, branch, `<${target}>`)
      time.after(LINGER, close)
    }

    if (outcome === 'rings') return { hangUp }
    // A device that is slow to answer would otherwise ring for nobody.
    if (outcome === 'silent') hangUp()
    return undefined
  }
  return { call }
}

/** A socket at any free port. */
function bound(type: 'udp4' | 'udp6', { address }: { address: string }): Promise<Socket> {
  const socket = createSocket(type)
  return new Promise((resolve, reject) => {
    socket.once('error', reject)
    socket.bind(0, address, () => {
      socket.off('error', reject)
      socket.unref()
      resolve(socket)
    })
  })
}

/** The session description that offers the caller's codecs (RFC 4566). */
const offer = (address: string, isV6: boolean, port: number): string =>
  [
    'v=0',
    `o=neighbour 1 1 IN IP${isV6 ? 6 : 4} ${address}`,
    's=-',
    `c=IN IP${isV6 ? 6 : 4} ${address}`,
    't=0 0',
    `m=audio ${port} RTP/AVP 0 8 96`,
    'a=rtpmap:0 PCMU/8000',
    'a=rtpmap:8 PCMA/8000',
    'a=rtpmap:96 telephone-event/8000',
    '',
  ].join('\r\n')
