import {
  decodeChannelData,
  encodeChannelData,
  isChannelData,
} from 'werift-ice/lib/ice-server/src/turn/frame.js'
import { Message } from 'werift-ice/lib/ice-server/src/stun/message.js'
import { addressIn, classes, errorIn, methods, readStun, requestOf } from '../stun.ts'
import type { Endpoint, StunMessage } from '../stun.ts'

/** A permission lasts 5 minutes (RFC 8656 §9), a channel 10, which renews the permission as well. */
const RENEW_MS = 240_000
/** When a renewal without an answer is tried again. */
const AGAIN_MS = 10_000
/** Packets that wait for a permission, and addresses and channels of one relay. Own design. */
const WAITING_MAX = 4
const PERMISSIONS_MAX = 32
const CHANNELS_MAX = 8
/** The type of the attribute of a channel's number, and the first number (RFC 8656 §12, §18.1). */
const CHANNEL_NUMBER = 0x000c
const FIRST_CHANNEL = 0x4000

type Ask = (
  make: () => StunMessage,
  now: number,
  done: (answer: StunMessage | undefined, now: number) => void,
) => void

interface Permission {
  state: 'asked' | 'granted' | 'refused'
  renew: number
  waiting: { packet: Buffer; to: Endpoint }[]
}

interface Channel {
  number: number
  peer: Endpoint
  bound: boolean
  renew: number
}

/** Who may send to a relay: permissions by address, and channels by address and port (RFC 8656 §9, §12). */
export class PeerList {
  private readonly permissions = new Map<string, Permission>()
  private readonly channels = new Map<string, Channel>()
  private readonly parts: { ask: Ask; send(packet: Buffer): void }

  constructor(parts: { ask: Ask; send(packet: Buffer): void }) {
    this.parts = parts
  }

  permit(address: string, now: number): void {
    if (this.permissions.has(address) || this.permissions.size >= PERMISSIONS_MAX) return
    this.permissions.set(address, { state: 'asked', renew: Infinity, waiting: [] })
    this.askPermission(address, now)
  }

  refuses(address: string): boolean {
    return this.permissions.get(address)?.state === 'refused'
  }

  prefer(peer: Endpoint, now: number): void {
    this.permit(peer.address, now)
    const key = keyOf(peer)
    if (this.channels.has(key) || this.channels.size >= CHANNELS_MAX) return
    const number = FIRST_CHANNEL + this.channels.size
    const channel = { number, peer: { ...peer, relayed: true }, bound: false, renew: Infinity }
    this.channels.set(key, channel)
    this.bind(channel, now)
  }

  send(packet: Buffer, to: Endpoint): void {
    const channel = this.channels.get(keyOf(to))
    if (channel?.bound) {
      this.parts.send(encodeChannelData(channel.number, packet))
      return
    }
    const permission = this.permissions.get(to.address)
    if (permission?.state === 'granted') {
      const indication = new Message(methods.SEND, classes.INDICATION)
        .setAttribute('XOR-PEER-ADDRESS', [to.address, to.port])
        .setAttribute('DATA', packet)
      this.parts.send(indication.bytes)
    } else if (permission?.state === 'asked') {
      permission.waiting = [...permission.waiting, { packet, to }].slice(-WAITING_MAX)
    }
  }

  unwrap(packet: Buffer): { packet: Buffer; from: Endpoint } | undefined {
    if (isChannelData(packet)) {
      const data = decodeChannelData(packet)
      const channel = Array.from(this.channels.values()).find(
        ({ number }) => number === data?.channelNumber,
      )
      return data && channel && { packet: data.data, from: channel.peer }
    }
    const message = readStun(packet)
    if (message?.messageMethod !== methods.DATA) return undefined
    if (message.messageClass !== classes.INDICATION) return undefined
    const peer = addressIn(message, 'XOR-PEER-ADDRESS')
    const data = message.getAttributeValue('DATA') as Buffer | undefined
    return peer && data && { packet: data, from: { ...peer, relayed: true } }
  }

  tick(now: number): void {
    for (const [address, permission] of this.permissions) {
      if (now < permission.renew) continue
      permission.renew = Infinity
      this.askPermission(address, now)
    }
    for (const channel of this.channels.values()) {
      if (now >= channel.renew) this.bind(channel, now)
    }
  }

  private askPermission(address: string, now: number): void {
    // The port doesn't matter.
    const make = () =>
      requestOf(methods.CREATE_PERMISSION).setAttribute('XOR-PEER-ADDRESS', [address, 1])
    this.parts.ask(make, now, (answer, at) => {
      const permission = this.permissions.get(address)
      if (!permission) return
      const granted = answer !== undefined && errorIn(answer) === undefined
      // Without an answer, it holds as long as it did.
      if (answer || permission.state === 'asked') permission.state = granted ? 'granted' : 'refused'
      permission.renew = at + (answer ? RENEW_MS : AGAIN_MS)
      const { waiting } = permission
      permission.waiting = []
      for (const { packet, to } of waiting) this.send(packet, to)
    })
  }

  private bind(channel: Channel, now: number): void {
    channel.renew = Infinity
    const make = () => {
      const { number, peer } = channel
      // The library writes two bytes of four, which not every server takes.
      const value = Buffer.alloc(4)
      value.writeUInt16BE(number)
      return requestOf(methods.CHANNEL_BIND)
        .setAttribute('XOR-PEER-ADDRESS', [peer.address, peer.port])
        .appendRawAttribute(CHANNEL_NUMBER, value)
    }
    this.parts.ask(make, now, (answer, at) => {
      if (answer) channel.bound = errorIn(answer) === undefined
      channel.renew = at + (answer ? RENEW_MS : AGAIN_MS)
    })
  }
}

const keyOf = ({ address, port }: Endpoint): string => `${address} ${port}`
