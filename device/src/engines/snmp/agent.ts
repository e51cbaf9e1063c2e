import type { ParameterChanges } from '@lintel/contract/parameters/all'
import { TAG, integer, octets, readerOf, sequence, unsigned } from './ber.ts'
import type { Reader } from './ber.ts'
import { answerTo } from './answer.ts'
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
  onStranger: () => void
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
  const { mib, engine, access, counters, store, onStranger } = parts

  function answer(bytes: Buffer): Buffer | undefined {
    const reader = readerOf(bytes).inside()
    const version = reader.integer()
    const { v1, v2c, v3 } = access()
    if (version === 0 && v1) return answerCommunity(reader, 1)
    if (version === 1 && v2c) return answerCommunity(reader, 2)
    if (version === 3 && v3) return answerUser(readMessage(reader, bytes))
    counters.inBadVersions += 1
    return undefined
  }

  function answerCommunity(reader: Reader, version: 1 | 2): Buffer | undefined {
    const community = reader.content(TAG.octets)
    const rights = rightsOf(community.toString('utf8'))
    if (!rights) {
      counters.inBadCommunityNames += 1
      onStranger()
      return undefined
    }
    const pdu = readPdu(reader)
    if (pdu.type === PDU.set && rights === 'read') counters.inBadCommunityUses += 1
    const told = answerTo(mib, { pdu, version, rights, room: LARGEST - FRAME, store })
    return told && sequence(integer(version - 1), octets(community), writePdu(told))
  }

  function rightsOf(community: string): Rights | undefined {
    const { read, write } = access()
    if (community === '') return undefined
    if (community === write) return 'write'
    return community === read ? 'read' : undefined
  }

  /** Checks in the order of RFC 3414 §3.2. */
  function answerUser(asked: Received): Buffer | undefined {
    const { user, keys } = access()
    if (!asked.engineId.equals(engine.id)) return refuse(asked, 'unknownEngineIDs')
    if (!keys || asked.user !== user) return refuse(asked, 'unknownUserNames')
    if (!asked.signed || !asked.encrypted) return refuse(asked, 'unsupportedSecLevels')
    const method = signedBy(asked, keys)
    if (!method) {
      onStranger()
      return refuse(asked, 'wrongDigests')
    }
    if (!isTimely(asked)) {
      // The sender accepts our time only if the report is signed.
      return refuse(asked, 'notInTimeWindows', { method, keys, encrypted: false })
    }
    const pdu = open(asked, method, keys)
    if (!pdu) return refuse(asked, 'decryptionErrors')
    const room = Math.min(asked.maxSize, LARGEST) - FRAME
    const told = answerTo(mib, { pdu, version: 3, rights: 'write', room, store })
    const secured = { method, keys, encrypted: true }
    return told && writeMessage({ id: asked.id, engine, user, pdu: told, secured })
  }

  const isTimely = ({ boots, time }: Received): boolean =>
    boots === engine.boots && boots !== LAST_BOOT && Math.abs(time - engine.time()) <= WINDOW

  /** Counts the error, and returns a report if the sender accepts one. */
  function refuse(
    asked: Received,
    stat: UsmStat,
    secured?: Parameters<typeof writeMessage>[0]['secured'],
  ): Buffer | undefined {
    counters[stat] += 1
    if (!asked.reportable) return undefined
    const value = unsigned(TAG.counter32, counters[stat])
    const pdu: Pdu = {
      type: PDU.report,
      id: 0,
      status: 0,
      index: 0,
      varbinds: [{ name: usmName(USM_STATS[stat]), value }],
    }
    const to = { id: asked.id, engine, user: secured ? asked.user : '', pdu }
    return writeMessage(secured ? { ...to, secured } : to)
  }

  return (datagram) => {
    counters.inPkts += 1
    try {
      return answer(datagram)
    } catch (cause) {
      if (!(cause instanceof SyntaxError)) throw cause
      counters.inASNParseErrs += 1
      return undefined
    }
  }
}
