import { oid } from './ber.ts'
import type { Oid } from './ber.ts'

/** Base names in the tree (RFC 3418 §2, RFC 2863 §6, RFC 3411 §5, RFC 3414 §5). */
const SYSTEM = oid('1.3.6.1.2.1.1')
const INTERFACES = oid('1.3.6.1.2.1.2')
const SNMP = oid('1.3.6.1.2.1.11')
const ENGINE = oid('1.3.6.1.6.3.10.2.1')
const USM = oid('1.3.6.1.6.3.15.1.1')

/** The device has one interface. */
export const IF_INDEX = 1

export const systemName = (arc: number): Oid => [...SYSTEM, arc, 0]
export const interfacesName = (arc: number): Oid => [...INTERFACES, arc, 0]
export const interfaceName = (column: number): Oid => [...INTERFACES, 2, 1, column, IF_INDEX]
export const snmpName = (arc: number): Oid => [...SNMP, arc, 0]
export const engineName = (arc: number): Oid => [...ENGINE, arc, 0]
export const usmName = (arc: number): Oid => [...USM, arc, 0]

export const UP_TIME = systemName(3)
export const TRAP_OID = oid('1.3.6.1.6.3.1.1.4.1.0')
/** The notifications that every agent supports (RFC 3418 §2). */
export const TRAPS = oid('1.3.6.1.6.3.1.1.5')

/** IANA enterprise number of the maker whose interface the device implements. */
const ENTERPRISE = 368

/** The device type. */
export const PRODUCT = [...oid('1.3.6.1.4.1'), ENTERPRISE, 1, 1]

/** The engine id, derived from the MAC address (RFC 3411 §5, `SnmpEngineID`). */
export function engineIdOf(serial: string): Buffer {
  const head = Buffer.alloc(5)
  head.writeUInt32BE(0x80000000 + ENTERPRISE)
  head[4] = MAC_FOLLOWS
  return Buffer.concat([head, Buffer.from(serial, 'hex')])
}

const MAC_FOLLOWS = 3
