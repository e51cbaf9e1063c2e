/** What the SIP engine asks of the media engine. RTP runs in a worker thread of its own. */
import type { CodecName, Direction } from '../sip/types.ts'
import type { InputTreatment } from '../sound/treatment.ts'
import type { Credentials, IceTerms } from './ice/pairs.ts'
import type { Endpoint } from './stun.ts'

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
  /** Where the other side takes RTCP; undefined: at the port after that of RTP. */
  remoteRtcp: { address: string; port: number } | undefined
  /** Whether the other side was told the address of our relay, and so expects packets from there. */
  relayed: boolean
  /** Undefined unless both sides have ICE, which then finds the way; `remote` is used if it fails. */
  ice: IceTerms | undefined
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
  /** What `speakLive` gives. */
  | { kind: 'live' }

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

/** Servers that help to be reached from outside. */
export interface Helpers {
  /** `host` or `host:port`, an IPv6 address in brackets if there is a port. */
  stunServer: string | undefined
  turn: { server: string; user: string; password: string } | undefined
  /** Ours, if the other side may check which ways work. */
  ice: Credentials | undefined
  /** Where packets to the relay may come from, besides the addresses in the other side's SDP. */
  permitted: readonly string[]
}

/** Where else the sockets of a session are reached; undefined where no server has told. */
export interface Gathered {
  /** As a server sees them. */
  mapped: Endpoint | undefined
  mappedRtcp: Endpoint | undefined
  /** At a TURN server. */
  relayed: Endpoint | undefined
  relayedRtcp: Endpoint | undefined
  /** What didn't work, for people who read the log. */
  problems: readonly { server: string; why: string }[]
}

export const NOTHING_GATHERED: Gathered = {
  mapped: undefined,
  mappedRtcp: undefined,
  relayed: undefined,
  relayedRtcp: undefined,
  problems: [],
}

/** What goes wrong with the way of the audio during a call. */
export type Trouble =
  /** Checks found no way; packets go where the SDP says. */
  | { kind: 'ice' }
  /** The relay is gone; `used`: the audio went through it, and nothing arrives any more. */
  | { kind: 'relay'; why: string; used: boolean }

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
  /** Asks servers where the session is reached, for a second at most. */
  gather(helpers: Helpers): Promise<Gathered>
  onTrouble(listener: (trouble: Trouble) => void): void
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

/** What the sound path does with the audio of calls. */
export interface CallSound extends InputTreatment {
  /** Factor of what is heard, at the loudspeaker. */
  outputFactor: number
}

/** Lets everything pass as it is. */
export const UNTREATED: CallSound = {
  inputFactor: 1,
  outputFactor: 1,
  duplex: 'full',
  noiseCancellation: false,
  echoCancellation: true,
}

/** @param call identifies it among the calls that are going on */
export type HeardListener = (call: number, samples: Int16Array, rate: number) => void

/** The media engine as the sound path sees it. */
export interface MediaEngine extends Media {
  /** What is spoken into microphones that are live, 16,000 samples a second. */
  speakLive(samples: Int16Array): void
  /** How all calls are treated from now on. */
  setSound(sound: CallSound): void
  /**
   * Ten times a second what is heard in each call, as it arrives. Without listeners it stays in the
   * worker.
   */
  onHeard(listener: HeardListener): () => void
}
