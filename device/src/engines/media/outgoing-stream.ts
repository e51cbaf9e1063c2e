import { RtpPacket } from 'rtp.js/packets'
import { PACKET_TICKS, createEncoder } from './codecs.ts'
import type { Encoder } from './codecs.ts'
import { LevelMeter } from './level.ts'
import { LiveSamples, openMicrophone } from './microphone.ts'
import type { Source } from './microphone.ts'
import { KeySender } from './telephone-events.ts'
import type { CodecName } from '../sip/types.ts'
import type { MediaAgreement, Microphone } from './types.ts'

/** A whole number from 0 to below the limit. */
export type Random = (limit: number) => number

/** What is done with 20 ms of the microphone's sound, in place. */
type Treat = (samples: Float32Array) => Float32Array

const asItIs: Treat = (samples) => samples

/** The packets that this device sends: a packet every 20 ms, of sound or of a key. */
export class OutgoingStream {
  readonly ssrc: number
  readonly spoken = new LevelMeter()
  readonly keys = new KeySender()
  readonly live = new LiveSamples()
  packets = 0
  octets = 0
  timestamp: number
  private sequence: number
  private microphone: Source = openMicrophone({ kind: 'silence' })
  private codec: CodecName | undefined
  private encoder: Encoder | undefined
  /** The next packet of sound begins something to hear after a time without (RFC 3551 §4.1). */
  private begins = true

  constructor(random: Random) {
    this.ssrc = random(2 ** 32)
    this.timestamp = random(2 ** 32)
    // In the lower half, so that SRTP receivers that miss the first packets guess its index right.
    this.sequence = random(2 ** 15)
  }

  speak(microphone: Microphone): void {
    this.microphone = openMicrophone(microphone, this.live)
  }

  /** Lets time pass without a packet. */
  skip(): void {
    this.timestamp = (this.timestamp + PACKET_TICKS) % 2 ** 32
    this.begins = true
  }

  /** The next packet. @param treat what is done with the sound in it */
  next({ codec, payloadType, dtmfPayloadType }: MediaAgreement, treat: Treat = asItIs): Buffer {
    if (codec !== this.codec || !this.encoder) {
      this.codec = codec
      this.encoder = createEncoder(codec)
    }
    const event = dtmfPayloadType === undefined ? undefined : this.keys.next(this.timestamp)
    const packet = new RtpPacket()
    if (event && dtmfPayloadType !== undefined) {
      packet.setPayloadType(dtmfPayloadType)
      packet.setMarker(event.marker)
      packet.setTimestamp(event.timestamp)
      packet.setPayload(viewOf(event.payload))
      this.begins = true
    } else {
      const samples = toInt16(treat(this.microphone(this.encoder.rate)))
      this.spoken.add(samples)
      packet.setPayloadType(payloadType)
      packet.setMarker(this.begins)
      packet.setTimestamp(this.timestamp)
      packet.setPayload(viewOf(this.encoder.encode(samples)))
      this.begins = false
    }
    packet.setSequenceNumber(this.sequence)
    packet.setSsrc(this.ssrc)
    packet.serialize()
    this.sequence = (this.sequence + 1) % 65_536
    this.timestamp = (this.timestamp + PACKET_TICKS) % 2 ** 32
    this.packets += 1
    this.octets += packet.getPayload().byteLength
    const view = packet.getView()
    return Buffer.from(view.buffer as ArrayBuffer, view.byteOffset, view.byteLength)
  }
}

const viewOf = (bytes: Uint8Array): DataView =>
  new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)

const FULL = 32_767

/** What exceeds the full scale is clipped. */
function toInt16(samples: Float32Array): Int16Array {
  const whole = new Int16Array(samples.length)
  for (let index = 0; index < whole.length; index += 1) {
    whole[index] = Math.round(FULL * Math.max(-1, Math.min(1, samples[index] ?? 0)))
  }
  return whole
}
