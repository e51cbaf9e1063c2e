import { RtpPacket } from 'rtp.js/packets'
import { amplify } from '../sound/levels.ts'
import { HALF_DUPLEX_MS, isSpeech, treatInput } from '../sound/treatment.ts'
import { createDecoder, rateOf } from './codecs.ts'
import type { Decode } from './codecs.ts'
import { IncomingStream } from './incoming-stream.ts'
import { LevelMeter } from './level.ts'
import { OutgoingStream } from './outgoing-stream.ts'
import type { Random } from './outgoing-stream.ts'
import { PacketError } from './packet-error.ts'
import { makeReport, readReport } from './rtcp.ts'
import type { Receiving } from './rtcp.ts'
import { SrtpReceiver, SrtpSender } from './srtp.ts'
import { isAt } from './stun.ts'
import type { Endpoint } from './stun.ts'
import { KeyReceiver } from './telephone-events.ts'
import { UNTREATED } from './types.ts'
import type { CallSound, MediaAgreement, MediaStatistics, Microphone, SrtpKey } from './types.ts'

/** After this long without a packet from where we send to, another address may take its place. */
const SILENT_MS = 1000
/** The mean time between reports (RFC 3550 §6.2). */
const REPORT_MS = 5000
/** Comfort noise (RFC 3389), which we don't ask for, but some senders send anyway. */
const COMFORT_NOISE = 13

/** What half duplex has to know: until when the loudspeaker closes the microphone. */
export interface Loudspeaker {
  /** Monotonic milliseconds. */
  speaksUntil: number
}

export const silentLoudspeaker = (): Loudspeaker => ({ speaksUntil: -Infinity })

/** What a call's audio needs of its surroundings. Times are monotonic milliseconds. */
export interface CallAudioParts {
  sendRtp(packet: Buffer, to: Endpoint): void
  sendRtcp(packet: Buffer, to: Endpoint): void
  onDigit(digit: string): void
  /** What is heard, as it arrives. */
  onHeard?(samples: Int16Array, rate: number): void
  /** The one that plays all calls; without, this call has its own. */
  loudspeaker?: Loudspeaker | undefined
  random: Random
  /** The time of day in UTC milliseconds. */
  wallTime(): number
  /** CNAME of this device's source (RFC 7022). */
  name: string
}

/** The ways that ICE has found. */
export interface Paths {
  /** Undefined while there is none. */
  rtp: Endpoint | undefined
  rtcp: Endpoint | undefined
  /** Whether the other side has proved to be there. */
  knows(place: Endpoint): boolean
}

/** The audio of one call, without sockets and timers. */
export class CallAudio {
  private readonly parts: CallAudioParts
  private readonly outgoing: OutgoingStream
  private agreement: MediaAgreement | undefined
  private sender: { key: SrtpKey; srtp: SrtpSender } | undefined
  private receiver: { key: SrtpKey; srtp: SrtpReceiver } | undefined
  private incoming: IncomingStream | undefined
  /** A new sender, until its second packet confirms it. */
  private candidate: { ssrc: number; sequence: number } | undefined
  private decode: Decode = createDecoder('PCMU')
  private keys = new KeyReceiver()
  private readonly heard = new LevelMeter()
  /** Where we send to: what was agreed, then where packets come from (symmetric RTP, RFC 4961). */
  private target: Endpoint = { address: '', port: 0 }
  private paths: Paths | undefined
  private sound: CallSound = UNTREATED
  /** What the loudspeaker plays since the last packet, as far as the microphone has to know. */
  private played: Float32Array | undefined
  private readonly loudspeaker: Loudspeaker
  private lastHeard = -Infinity
  private received = 0
  private lost = 0
  private rejected = 0
  private nextReport = Infinity
  private reported: Receiving['before'] = { expected: 0, received: 0 }
  private senderReport: Receiving['lastReport']

  constructor(parts: CallAudioParts) {
    this.parts = parts
    this.outgoing = new OutgoingStream(parts.random)
    this.loudspeaker = parts.loudspeaker ?? silentLoudspeaker()
  }

  /** Starts it, or changes it. Keys that stay the same go on where they are. */
  agree(agreement: MediaAgreement, now: number): void {
    const before = this.agreement
    this.agreement = agreement
    const { remote, relayed, codec, srtp } = agreement
    const place = { ...remote, relayed }
    if (!before || !isAt(place, { ...before.remote, relayed: before.relayed })) {
      this.target = place
      this.lastHeard = -Infinity
    }
    if (before?.codec !== codec) this.decode = createDecoder(codec)
    if (!srtp) {
      this.sender = undefined
      this.receiver = undefined
    } else {
      if (!this.sender || !isSame(this.sender.key, srtp.send)) {
        this.sender = { key: srtp.send, srtp: new SrtpSender(srtp.send) }
      }
      if (!this.receiver || !isSame(this.receiver.key, srtp.receive)) {
        this.receiver = { key: srtp.receive, srtp: new SrtpReceiver(srtp.receive) }
      }
    }
    if (!this.sends()) this.outgoing.keys.clear()
    if (!before) this.planReport(now)
  }

  /** Sends along these paths and no others from now on; undefined: where it was agreed. */
  steer(paths: Paths | undefined): void {
    this.paths = paths
  }

  /** How what is spoken and heard is treated from now on. */
  setSound(sound: CallSound): void {
    this.sound = sound
    this.played = undefined
  }

  /** Where packets go unless ICE has found a way. */
  place(): Endpoint {
    return this.target
  }

  speak(microphone: Microphone): void {
    this.outgoing.speak(microphone)
  }

  /** What is spoken into a live microphone, 16,000 samples a second. */
  speakLive(samples: Int16Array): void {
    this.outgoing.live.add(samples)
  }

  press(digit: string, milliseconds: number): void {
    if (this.sends()) this.outgoing.keys.press(digit, milliseconds)
  }

  /** 20 ms have passed: sends a packet, and hears what has waited long enough. */
  tick(now: number): void {
    const { agreement } = this
    const to = this.paths ? this.paths.rtp : this.target
    if (agreement && to && this.sends()) {
      const packet = this.outgoing.next(agreement, (samples) => this.treat(samples, now))
      this.parts.sendRtp(this.sender ? this.sender.srtp.protectRtp(packet) : packet, to)
    } else {
      this.outgoing.skip()
    }
    this.listen(now)
    if (now >= this.nextReport) {
      this.planReport(now)
      this.report(now, false)
    }
  }

  /** 20 ms have passed unnoticed, because the host was too busy. */
  skip(): void {
    this.outgoing.skip()
  }

  receive(packet: Buffer, from: Endpoint, now: number): void {
    try {
      this.read(packet, from, now)
    } catch (error) {
      if (!isUnreadable(error)) throw error
      this.rejected += 1
    }
  }

  receiveRtcp(packet: Buffer, now: number): void {
    try {
      const middle = readReport(this.receiver ? this.receiver.srtp.unprotectRtcp(packet) : packet)
      if (middle !== undefined) this.senderReport = { middle, at: now }
    } catch (error) {
      if (!isUnreadable(error)) throw error
      this.rejected += 1
    }
  }

  /** Levels are those since the last call. */
  statistics(): MediaStatistics {
    const { incoming } = this
    return {
      sent: this.outgoing.packets,
      received: this.received,
      lost: this.lost + (incoming ? Math.max(0, incoming.expected - incoming.received) : 0),
      rejected: this.rejected,
      heard: this.heard.read(),
      spoken: this.outgoing.spoken.read(),
    }
  }

  /** Tells the other side that this source is gone. */
  end(now: number): void {
    if (this.agreement) this.report(now, true)
  }

  private sends(): boolean {
    return this.agreement?.direction === 'sendrecv' || this.agreement?.direction === 'sendonly'
  }

  private hears(): boolean {
    return this.agreement?.direction === 'sendrecv' || this.agreement?.direction === 'recvonly'
  }

  private read(bytes: Buffer, from: Endpoint, now: number): void {
    const { agreement } = this
    if (!agreement) throw new PacketError('not agreed yet')
    const expected = this.isExpected(from, agreement, now)
    if (!expected) throw new PacketError('from elsewhere')
    const plain = this.receiver ? this.receiver.srtp.unprotectRtp(bytes) : bytes
    const packet = new RtpPacket(new DataView(plain.buffer, plain.byteOffset, plain.byteLength))
    const { payloadType, dtmfPayloadType } = agreement
    const type = packet.getPayloadType()
    if (type !== payloadType && type !== dtmfPayloadType && type !== COMFORT_NOISE) {
      throw new PacketError('another payload type')
    }
    const sequence = packet.getSequenceNumber()
    const stream = this.streamOf(packet.getSsrc(), sequence)
    if (!stream) return
    this.target = from
    this.lastHeard = now
    const view = packet.getPayload()
    const payload = Buffer.from(view.buffer as ArrayBuffer, view.byteOffset, view.byteLength)
    const sound = type === payloadType && this.hears() ? payload : new Uint8Array()
    if (!stream.add(sequence, packet.getTimestamp(), sound, now)) return
    this.received += 1
    if (type === dtmfPayloadType && this.hears()) {
      const digit = this.keys.receive({
        marker: packet.getMarker(),
        timestamp: packet.getTimestamp(),
        payload,
      })
      if (digit !== undefined) this.parts.onDigit(digit)
    }
    this.listen(now)
  }

  /**
   * Whether a packet may come from there: the agreed address, the present one, or another once that is
   * silent. In the clear, that is another port of the same host after the first packet: otherwise
   * anybody could have what is said here sent to them.
   */
  private isExpected(from: Endpoint, { remote }: MediaAgreement, now: number): boolean {
    const { target, lastHeard } = this
    if (this.paths?.knows(from)) return true
    if (isAt(from, target) || isAt(from, remote)) return true
    if (now - lastHeard <= SILENT_MS) return false
    if (this.receiver || lastHeard === -Infinity) return true
    return from.address === target.address || from.address === remote.address
  }

  /** The stream that a packet belongs to; undefined while a new one needs a second packet to confirm it. */
  private streamOf(ssrc: number, sequence: number): IncomingStream | undefined {
    const { incoming, candidate } = this
    if (incoming?.ssrc === ssrc && incoming.continues(sequence)) return incoming
    const ahead = candidate?.ssrc === ssrc ? (sequence - candidate.sequence) & 0xffff : 0
    // SRTP has proved who sent it.
    if (!this.receiver && (ahead === 0 || ahead > 100)) {
      this.candidate = { ssrc, sequence }
      return undefined
    }
    this.candidate = undefined
    if (incoming) this.lost += Math.max(0, incoming.expected - incoming.received)
    this.reported = { expected: 0, received: 0 }
    this.senderReport = undefined
    this.keys = new KeyReceiver()
    if (this.agreement) this.decode = createDecoder(this.agreement.codec)
    this.incoming = new IncomingStream(ssrc, sequence)
    return this.incoming
  }

  private listen(now: number): void {
    for (const payload of this.incoming?.take(now) ?? []) {
      if (payload.length > 0) this.hear(this.decode(payload), now)
    }
  }

  private hear(samples: Int16Array, now: number): void {
    const { sound, agreement } = this
    this.heard.add(samples)
    if (agreement) this.parts.onHeard?.(samples, rateOf(agreement.codec))
    if (sound.echoCancellation && sound.duplex !== 'half') return
    this.played = amplify(Float32Array.from(samples), sound.outputFactor / 32_768)
    if (isSpeech(this.played)) this.loudspeaker.speaksUntil = now + HALF_DUPLEX_MS
  }

  private treat(samples: Float32Array, now: number): Float32Array {
    const echo = this.played
    this.played = undefined
    const isSpeaking = now < this.loudspeaker.speaksUntil
    return treatInput(samples, this.sound, { echo, isSpeaking })
  }

  private reportsTo(): Endpoint | undefined {
    if (this.paths) return this.paths.rtcp
    const { agreement, target } = this
    const told = agreement?.remoteRtcp
    const { relayed = false } = target
    if (told && isAt(target, { ...agreement.remote, relayed: agreement.relayed })) {
      return { ...told, relayed }
    }
    return { ...target, port: target.port + 1 }
  }

  private planReport(now: number): void {
    this.nextReport = now + REPORT_MS * (0.5 + this.parts.random(1000) / 1000)
  }

  private report(now: number, bye: boolean): void {
    const { outgoing, incoming, parts } = this
    const packet = makeReport({
      sending: outgoing,
      hasSent: outgoing.packets > 0,
      receiving: incoming && {
        stream: incoming,
        before: this.reported,
        lastReport: this.senderReport,
      },
      name: parts.name,
      unixMs: parts.wallTime(),
      now,
      bye,
    })
    if (incoming) this.reported = { expected: incoming.expected, received: incoming.received }
    const to = this.reportsTo()
    if (to) parts.sendRtcp(this.sender ? this.sender.srtp.protectRtcp(packet) : packet, to)
  }
}

const isSame = (one: SrtpKey, other: SrtpKey): boolean =>
  one.suite === other.suite && Buffer.compare(one.keyAndSalt, other.keyAndSalt) === 0

/** What readers of packets throw at bytes that are none. */
const isUnreadable = (error: unknown): boolean =>
  error instanceof PacketError || error instanceof RangeError || error instanceof TypeError
