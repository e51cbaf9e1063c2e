import { createSocket } from 'node:dgram'
import type { Socket } from 'node:dgram'
import { randomBytes } from 'node:crypto'
import type { HostTime } from '../host-time.ts'

/** Milliseconds in which a device on this computer says that it rings. */
const RING_LIMIT = 2_000
/** Milliseconds for the last messages of a call. */
const LAST_WORDS = 500

/** A call of the neighbour's telephone. */
export interface NeighbourCall {
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

/** A telephone on this computer that calls the device by SIP over UDP (RFC 3261), and says nothing. */
export interface Neighbour {
  /** Calls the device. Resolves once it rings or has answered; undefined if it takes no call. */
  call(): Promise<NeighbourCall | undefined>
}

/**
 * @param device where the device takes calls: an address of this computer, and its SIP port
 */
export function openNeighbour(
  device: { address: string; port: number },
  time: HostTime,
): Neighbour {
  const isV6 = device.address.includes(':')
  const host = isV6 ? `[${device.address}]` : device.address
  const target = `sip:door@${host}:${device.port}`

  async function call(): Promise<NeighbourCall | undefined> {
    const type = isV6 ? 'udp6' : 'udp4'
    const [signals, audio] = await Promise.all([bound(type, device), bound(type, device)])
    const at = `${host}:${signals.address().port}`
    const id = randomBytes(8).toString('hex')
    const branch = `z9hG4bK${id}`
    const from = `"Neighbour" <sip:neighbour@${at}>;tag=${id}`
    let answered: Response | undefined
    let over = false

    function send(line: string, fields: string[], body = ''): void {
      if (over) return
      const type = body === '' ? [] : ['Content-Type: application/sdp']
      const all = [line, ...fields, ...type, `Content-Length: ${Buffer.byteLength(body)}`, '', body]
      signals.send(all.join('\r\n'), device.port, device.address)
    }

    /** A request of the call; the first one has no answer yet, whose tag the others repeat. */
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
      signals.close()
      audio.close()
    }

    function receive(text: string, decided: (rings: boolean) => void): void {
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
        if (method === 'BYE') time.after(LAST_WORDS, close)
        return
      }
      const response: Response = {
        status: Number(text.slice(8, 11)),
        method: field('cseq').split(' ')[1] ?? '',
        to: field('to'),
        contact: /<([^>]+)>/.exec(field('contact'))?.[1] ?? '',
      }
      if (response.method !== 'INVITE') return
      if (response.status >= 180) decided(response.status < 300)
      if (response.status < 200) return
      if (response.status < 300) {
        answered = response
        request('ACK', 1, `${branch}a`, response.to)
        return
      }
      // The ACK of a refusal belongs to the transaction of the INVITE (RFC 3261 §17.1.1.3).
      request('ACK', 1, branch, response.to)
      time.after(LAST_WORDS, close)
    }

    const rings = await new Promise<boolean>((resolve) => {
      const cancel = time.after(RING_LIMIT, () => resolve(false))
      const decided = (does: boolean) => {
        cancel()
        resolve(does)
      }
      signals.on('message', (data) => receive(data.toString('utf8'), decided))
      signals.on('error', () => decided(false))
      request('INVITE', 1, branch, `<${target}>`, offer(device.address, isV6, audio.address().port))
    })
    if (!rings) {
      close()
      return undefined
    }
    return {
      hangUp() {
        if (answered) request('BYE', 2, `${branch}b`, answered.to)
        else request('CANCEL', 1, branch, `<${target}>`)
        time.after(LAST_WORDS, close)
      },
    }
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

/** The neighbour's codecs (RFC 4566). */
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
