import type { ParameterChanges } from '@lintel/contract/parameters/all'
import { TAG, integer, octets, readerOf, sequence, unsigned } from './ber.ts'
import type { Reader } from './ber.ts'
import { responseTo } from './answer.ts'
import type { Rights } from './answer.ts'
import { USM_STATS } from './counters.ts'
import type { Counters, UsmStat } from './counters.ts'
import type { Mib } from './mib.ts'
import { usmName } from './names.ts'
import { PDU, readPdu, writePdu } from './pdu.ts'
import type { Pdu } from './pdu.ts'
import { open, readMessage, signedBy, writeMessage } from './usm.ts'
import type { Engine, Keys, Received } from './usm.ts'

/** Which versions, communities and users are accepted. */
export interface Access {
  v1: boolean
  v2c: boolean
  v3: boolean
  /** The read and write communities; empty for none. */
  read: string
  write: string
  /** The version 3 user, who has write access; disabled without keys. */
  user: string
  keys: Keys | undefined
}

export interface AgentParts {
  mib: Mib
  engine: Engine
  /** The current access settings. */
  access: () => Access
  counters: Counters
  /** Sets parameters atomically and durably. */
  store: (values: ParameterChanges) => void
  /** Called on a wrong community or password. */
  onAuthenticationFailure: () => void
}

/** Maximum size of a response in bytes: one Ethernet packet. Managers split larger requests. */
const LARGEST = 1400
/** Maximum overhead of a response in bytes, besides its names and values. */
const FRAME = 200
/** Maximum age in seconds of a version 3 message (RFC 3414 §2.2.3). */
const WINDOW = 150
/** Maximum value of the boot counter; from there on every message is refused. */
const LAST_BOOT = 2 ** 31 - 1

/**
 * Handles datagrams (RFC 1157, RFC 1901, RFC 3412, RFC 3414). Returns undefined when no response is
 * sent.
 */
export function createAgent(parts: AgentParts): (datagram: Buffer) => Buffer | undefined {
  const { mib, engine, access, counters, store, onAuthenticationFailure } = parts

  function handle(bytes: Buffer): Buffer | undefined {
    const reader = readerOf(bytes).inside()
    const version = reader.integer()
    const { v1, v2c, v3 } = access()
    if (version === 0 && v1) return handleCommunity(reader, 1)
    if (version === 1 && v2c) return handleCommunity(reader, 2)
    if (version === 3 && v3) return handleUser(readMessage(reader, bytes))
    counters.inBadVersions += 1
    return undefined
  }

  function handleCommunity(reader: Reader, version: 1 | 2): Buffer | undefined {
    const community = reader.content(TAG.octets)
    const rights = rightsOf(community.toString('utf8'))
    if (!rights) {
      counters.inBadCommunityNames += 1
      onAuthenticationFailure()
      return undefined
    }
    const pdu = readPdu(reader)
    if (pdu.type === PDU.set && rights === 'read') counters.inBadCommunityUses += 1
    const response = responseTo(mib, { pdu, version, rights, room: LARGEST - FRAME, store })
    return response && sequence(integer(version - 1), octets(community), writePdu(response))
  }

  function rightsOf(community: string): Rights | undefined {
    const { read, write } = access()
    if (community === '') return undefined
    if (community === write) return 'write'
    return community === read ? 'read' : undefined
  }

  /** Checks in the order of RFC 3414 §3.2. */
  function handleUser(message: Received): Buffer | undefined {
    const { user, keys } = access()
    if (!message.engineId.equals(engine.id)) return report(message, 'unknownEngineIDs')
    if (!keys || message.user !== user) return report(message, 'unknownUserNames')
    if (!message.signed || !message.encrypted) return report(message, 'unsupportedSecLevels')
    const method = signedBy(message, keys)
    if (!method) {
      onAuthenticationFailure()
      return report(message, 'wrongDigests')
    }
    if (!isTimely(message)) {
      // The sender accepts our time only if the report is signed.
      return report(message, 'notInTimeWindows', { method, keys, encrypted: false })
    }
    const pdu = open(message, method, keys)
    if (!pdu) return report(message, 'decryptionErrors')
    const room = Math.min(message.maxSize, LARGEST) - FRAME
    const response = responseTo(mib, { pdu, version: 3, rights: 'write', room, store })
    const secured = { method, keys, encrypted: true }
    return response && writeMessage({ id: message.id, engine, user, pdu: response, secured })
  }

  const isTimely = ({ boots, time }: Received): boolean =>
    boots === engine.boots && boots !== LAST_BOOT && Math.abs(time - engine.time()) <= WINDOW

  /** Counts the error, and returns a report if the sender accepts one. */
  function report(
    message: Received,
    stat: UsmStat,
    secured?: Parameters<typeof writeMessage>[0]['secured'],
  ): Buffer | undefined {
    counters[stat] += 1
    if (!message.reportable) return undefined
    const value = unsigned(TAG.counter32, counters[stat])
    const pdu: Pdu = {
      type: PDU.report,
      id: 0,
      status: 0,
      index: 0,
      varbinds: [{ name: usmName(USM_STATS[stat]), value }],
    }
    const to = { id: message.id, engine, user: secured ? message.user : '', pdu }
    return writeMessage(secured ? { ...to, secured } : to)
  }

  return (datagram) => {
    counters.inPkts += 1
    try {
      return handle(datagram)
    } catch (cause) {
      if (!(cause instanceof SyntaxError)) throw cause
      counters.inASNParseErrs += 1
      return undefined
    }
  }
}
