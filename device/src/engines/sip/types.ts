/** What the SIP engine is told, and what it tells. Services translate between it and the calls. */

import type { Credentials } from './digest.ts'

export type Transport = 'udp' | 'tcp' | 'tls'
export type MediaEncryption = 'none' | 'bestEffort' | 'mandatory'
export type Direction = 'inactive' | 'sendonly' | 'recvonly' | 'sendrecv'
export type CodecName = 'PCMU' | 'PCMA' | 'G.722'

/** Settings of the whole user agent. */
export interface SipSettings {
  enabled: boolean
  port: number
  tlsPort: number
  rtpStartPort: number
  /** `host` or `host:port`; undefined when STUN is off. */
  stunServer: string | undefined
  /** The relay for audio; `server` like `stunServer`; undefined when TURN is off. */
  turn: { server: string; user: string; password: string } | undefined
  /** Find out with the other side which ways between both work. */
  ice: boolean
  allowIncoming: boolean
  /**
   * Users, and URIs, that may call; undefined: anybody may. A user whose password is empty is
   * believed.
   */
  allowedUsers: readonly Credentials[] | undefined
  allowedUris: readonly string[] | undefined
  /** Seconds that an outgoing call may ring. */
  callingTimeout: number
  /** Seconds after which an incoming call that nobody answers is declined. */
  answeringTimeout: number
  /** Seconds; 0: without end. */
  maxCallDuration: number
  /** Seconds. */
  registrationInterval: number
  /** In order of preference. */
  codecs: readonly CodecName[]
  audioDirection: Direction
  /** RTP payload type of RFC 4733 events. */
  dtmfPayloadType: number
  /** Replace the local address in Via and Contact by the one that the registrar saw. */
  rewriteVia: boolean
  rewriteContact: boolean
  /** Send requests over TCP that are too large for UDP (RFC 3261 §18.1.1). */
  switchToTcp: boolean
}

export interface SipProxy {
  /** `host` or `host:port`. */
  address: string
  user: string
  password: string
}

export interface SipAccount {
  id: string
  name: string
  enabled: boolean
  isDefault: boolean
  transport: Transport
  encryption: MediaEncryption
  /** Id of the client certificate; undefined for none. */
  certificateId: string | undefined
  verifyServer: boolean
  preferIPv6: boolean
  /** Use `sips:` URIs. */
  sips: boolean
  user: string
  password: string
  /** User name for Digest, if it differs from `user`. */
  authenticationId: string | undefined
  /** Display name in From. */
  callerId: string | undefined
  /** An account with neither domain nor registrar is for peer-to-peer calls. */
  domain: string | undefined
  registrar: string | undefined
  secondary: { domain: string | undefined; registrar: string | undefined } | undefined
  /** Outbound proxies, in order. */
  proxies: readonly SipProxy[]
  autoAnswer: boolean
  dtmf: { rfc2833: boolean; info: boolean }
}

/** Whether an account is registered. */
export interface AccountStatus {
  accountId: string
  /** Where the account can be called, `sip:…`. */
  uri: string
  registrar: string | undefined
  /** 0: does not register; otherwise the last status code of REGISTER (RFC 3261 §21), 100 while it is under way. 503 without REGISTER: its certificate is missing. */
  status: number
  text: string
}

/** `idle`: not yet answered by anybody, for incoming calls that ring here. */
export type CallState = 'idle' | 'calling' | 'active' | 'terminating' | 'terminated'

export interface CallStatus {
  callId: string
  accountId: string
  direction: 'outgoing' | 'incoming'
  state: CallState
  /** Why it ended, as a SIP status code; undefined while it lasts and after a normal end. */
  code: number | undefined
  reason: string
  /** UTC milliseconds. */
  started: number
  answered: number | undefined
  ended: number | undefined
  localUri: string
  remoteUri: string
  codec: CodecName | undefined
  encrypted: boolean
}

/** One line of the exchange of messages, without credentials and keys. */
export interface LadderLine {
  callId: string | undefined
  accountId: string | undefined
  /** UTC milliseconds. */
  time: number
  sent: boolean
  peer: string
  /** `INVITE sip:…` or `200 OK`. */
  line: string
  /** The CSeq method. */
  method: string
}

/** A key pressed by the other side in a call. */
export interface ReceivedDigit {
  callId: string
  accountId: string
  digit: string
  via: 'rtp' | 'info'
}
