import type { ParameterChanges } from '@lintel/contract/parameters/all'
import { TAG, empty } from './ber.ts'
import type { Oid } from './ber.ts'
import type { Mib } from './mib.ts'
import { ERROR, PDU, writeVarbind } from './pdu.ts'
import type { ErrorStatus, Pdu, Varbind } from './pdu.ts'

/** The access rights of a sender. */
export type Rights = 'read' | 'write'

interface Request {
  pdu: Pdu
  version: 1 | 2 | 3
  rights: Rights
  /** Bytes available for the names and values of the response. */
  room: number
  /** Sets parameters atomically and durably; logs its own errors. */
  store: (values: ParameterChanges) => void
}

/** An error status, and the index of the name it is about (from 1). */
class Failure extends Error {
  readonly status: ErrorStatus
  readonly index: number
  constructor(status: ErrorStatus, index: number) {
    super()
    this.status = status
    this.index = index
  }
}

/** Maps error statuses to those of version 1 (RFC 3584 §4.4). */
const IN_VERSION_1: Partial<Record<ErrorStatus, ErrorStatus>> = {
  [ERROR.noAccess]: ERROR.noSuchName,
  [ERROR.notWritable]: ERROR.noSuchName,
  [ERROR.wrongType]: ERROR.badValue,
  [ERROR.wrongLength]: ERROR.badValue,
  [ERROR.wrongValue]: ERROR.badValue,
  [ERROR.inconsistentValue]: ERROR.badValue,
  [ERROR.commitFailed]: ERROR.genErr,
}

/**
 * Handles a request (RFC 3416 §4.2; version 1 according to RFC 3584 §4); returns undefined for
 * other PDUs. The response never exceeds the available room: otherwise repeated requests with a
 * forged source address could be used for amplification attacks.
 */
export function responseTo(mib: Mib, request: Request): Pdu | undefined {
  const { pdu, version } = request
  const respond = (varbinds: readonly Varbind[], status = 0, index = 0): Pdu => ({
    type: PDU.response,
    id: pdu.id,
    status,
    index,
    varbinds,
  })
  try {
    const varbinds = varbindsFor(mib, request)
    if (!varbinds) return undefined
    if (sizeOf(varbinds) <= request.room) return respond(varbinds)
    return respond(version === 1 ? pdu.varbinds : [], ERROR.tooBig)
  } catch (cause) {
    if (!(cause instanceof Failure)) throw cause
    const status = version === 1 ? (IN_VERSION_1[cause.status] ?? cause.status) : cause.status
    return respond(pdu.varbinds, status, cause.index)
  }
}

function varbindsFor(mib: Mib, request: Request): readonly Varbind[] | undefined {
  const { pdu, version } = request
  switch (pdu.type) {
    case PDU.get:
      return pdu.varbinds.map(({ name }, at) => exact(mib, name, version, at + 1))
    case PDU.getNext:
      return pdu.varbinds.map(({ name }, at) => following(mib, name, version, at + 1))
    case PDU.getBulk:
      return version === 1 ? undefined : bulk(mib, request)
    case PDU.set:
      return set(mib, request)
    default:
      return undefined
  }
}

function exact(mib: Mib, name: Oid, version: Request['version'], index: number): Varbind {
  const value = mib.find(name)?.read()
  if (value) return { name, value }
  if (version === 1) throw new Failure(ERROR.noSuchName, index)
  return { name, value: empty(mib.hasObject(name) ? TAG.noSuchInstance : TAG.noSuchObject) }
}

function following(mib: Mib, name: Oid, version: Request['version'], index: number): Varbind {
  const next = mib.after(name)
  if (next) return next
  if (version === 1) throw new Failure(ERROR.noSuchName, index)
  return { name, value: empty(TAG.endOfMibView) }
}

/** As many repetitions as fit (RFC 3416 §4.2.3). */
function bulk(mib: Mib, { pdu, room }: Request): Varbind[] {
  const once = Math.max(pdu.status, 0)
  const next = ({ name }: Varbind) => following(mib, name, 2, 0)
  const varbinds = pdu.varbinds.slice(0, once).map(next)
  let left = room - sizeOf(varbinds)
  let round = pdu.varbinds.slice(once)
  for (let turn = 0; turn < pdu.index && round.length > 0; turn += 1) {
    round = round.map(next)
    for (const varbind of round) {
      left -= writeVarbind(varbind).length
      if (left < 0) return varbinds
      varbinds.push(varbind)
    }
    if (round.every(({ value }) => value[0] === TAG.endOfMibView)) break
  }
  return varbinds
}

/** Atomic (RFC 3416 §4.2.5). */
function set(mib: Mib, { pdu, rights, store }: Request): readonly Varbind[] {
  const values: ParameterChanges = {}
  for (const [at, { name, value }] of pdu.varbinds.entries()) {
    if (rights !== 'write') throw new Failure(ERROR.noAccess, at + 1)
    const changes = mib.find(name)?.write?.(value) ?? ERROR.notWritable
    if (typeof changes === 'number') throw new Failure(changes, at + 1)
    Object.assign(values, changes)
  }
  try {
    store(values)
  } catch {
    throw new Failure(ERROR.commitFailed, 1)
  }
  return pdu.varbinds
}

const sizeOf = (varbinds: readonly Varbind[]): number =>
  varbinds.reduce((sum, varbind) => sum + writeVarbind(varbind).length, 0)
