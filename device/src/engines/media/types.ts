/** What the SIP engine asks of the media engine. RTP runs in a worker thread of its own. */
import type { CodecName, Direction } from '../sip/types.ts'

/** One direction of SDES-SRTP (RFC 4568). */
export interface SrtpKey {
  suite: 'AES_CM_128_HMAC_SHA1_80' | 'AES_CM_128_HMAC_SHA1_32'
  /** Master key and salt, 30 bytes. */
  keyAndSalt: Uint8Array
}

/** What both sides agreed on. */
export interface MediaAgreement {
  /** An IP address; nothing is sent to 0.0.0.0, :: or port 0. */
  remote: { address: string; port: number }
  codec: CodecName
  /** RTP payload type of the codec. */
  payloadType: number
  /** RTP payload type of RFC 4733 events; undefined when the other side takes none. */
  dtmfPayloadType: number | undefined
  /** From this device's point of view. */
  direction: Direction
  srtp: { send: SrtpKey; receive: SrtpKey } | undefined
}

/** What is spoken into the microphone: on the bench a tone, a file or nothing. */
export type Microphone =
  | { kind: 'silence' }
  /** `level` is RMS in dBFS. */
  | { kind: 'tone'; hertz: number; level: number }
  /** Samples from -1 to 1, 16,000 a second, in an endless loop. */
  | { kind: 'samples'; samples: Float32Array }

export interface MediaStatistics {
  sent: number
  received: number
  lost: number
  /** Packets that failed authentication or could not be read. */
  rejected: number
  /** RMS levels of what was heard and spoken since the last statistics, in dBFS; -Infinity for silence. */
  heard: number
  spoken: number
}

/** The audio of one call. */
export interface MediaSession {
  /** The local RTP port, even (RFC 3550 §11). */
  readonly port: number
  /** Starts it, or changes it after a re-INVITE. */
  agree(agreement: MediaAgreement): void
  speak(microphone: Microphone): void
  /** Sends a key (RFC 4733), if the other side takes events. */
  press(digit: string, milliseconds?: number): void
  onDigit(listener: (digit: string) => void): void
  /** Twice a second. */
  onStatistics(listener: (statistics: MediaStatistics) => void): void
  /** The address and port at which a STUN server sees the RTP port (RFC 8489); undefined without an answer. */
  discover(stunServer: string): Promise<{ address: string; port: number } | undefined>
  close(): void
}

export interface Media {
  /**
   * Opens a session at the first free even port from `startPort` on.
   * @throws when there is none
   */
  open(startPort: number, address: string): Promise<MediaSession>
  close(): void
}
