import type { GetParameter, ParameterChanges } from '@lintel/contract/parameters/all'
import { isHostName } from '@lintel/contract/rules/address'
import { TAG, integer, name, octets, unsigned } from './ber.ts'
import type { Oid } from './ber.ts'
import { USM_STATS } from './counters.ts'
import type { Counters } from './counters.ts'
import { hostInterface } from './host-interface.ts'
import type { Traffic } from './host-interface.ts'
import type { Variable } from './mib.ts'
import {
  IF_INDEX,
  PRODUCT,
  UP_TIME,
  engineName,
  interfaceName,
  interfacesName,
  snmpName,
  systemName,
  usmName,
} from './names.ts'
import { ERROR, contentOf, integerOf } from './pdu.ts'
import type { ErrorStatus } from './pdu.ts'
import type { Engine } from './usm.ts'

/** The state that managers can read. */
export interface Observed {
  get: GetParameter
  /** The address at which the device answers. */
  address: () => string
  /** Hundredths of a second since the start. */
  upTime: () => number
  /** The state of the network cable, and the up time of its last change. */
  link: () => { up: boolean; since: number }
  counters: Counters
  engine: Engine
}

const SWITCH = 'root.SNMP.Trap.T0.AuthFail.Enabled'
/** Maximum size in bytes of a `DisplayString` (RFC 2579 §2). */
const TEXT_MAX = 255
/** Application and transport layer services (RFC 3418 §2, `sysServices`). */
const SERVICES = 72
/** Ethernet (IANAifType). */
const ETHERNET = 6
/** Speed of the device's network port in bits per second. */
const SPEED = 100_000_000
const UP = 1
const DOWN = 2
const TRUE = 1
const FALSE = 2

/** MIB-II's groups `system`, `interfaces` and `snmp`, and the version 3 engine's variables. */
export function variablesOf(observed: Observed): Variable[] {
  return [
    ...system(observed),
    ...interfaces(observed),
    ...snmp(observed),
    ...engineVariables(observed),
  ]
}

/** RFC 3418 §2. */
function system({ get, upTime }: Observed): Variable[] {
  const description = () =>
    `${get('root.Brand.ProdFullName')}; ${get('root.Properties.Firmware.Version')}`
  return [
    { name: systemName(1), read: () => octets(description()) },
    { name: systemName(2), read: () => name(PRODUCT) },
    { name: UP_TIME, read: () => unsigned(TAG.timeTicks, upTime()) },
    text(
      systemName(4),
      () => get('root.SNMP.SysContact'),
      (input) => ({ 'root.SNMP.SysContact': input }),
    ),
    {
      name: systemName(5),
      read: () => octets(get('root.Network.VolatileHostName.HostName')),
      write(value) {
        const input = textIn(value)
        if (typeof input === 'number') return input
        if (!isHostName(input)) return ERROR.wrongValue
        // While the DHCP server's host name is in use, the device's own is hidden.
        const ownInUse =
          get('root.Network.VolatileHostName.HostName') === get('root.Network.HostName')
        return ownInUse ? { 'root.Network.HostName': input } : ERROR.inconsistentValue
      },
    },
    text(
      systemName(6),
      () => get('root.SNMP.SysLocation'),
      (input) => ({ 'root.SNMP.SysLocation': input }),
    ),
    { name: systemName(7), read: () => integer(SERVICES) },
  ]
}

function text(at: Oid, read: () => string, change: (input: string) => ParameterChanges): Variable {
  return {
    name: at,
    read: () => octets(read()),
    write(value) {
      const input = textIn(value)
      return typeof input === 'number' ? input : change(input)
    },
  }
}

/** A single-line text, or an error status. */
function textIn(value: Buffer): string | ErrorStatus {
  const content = contentOf(value, TAG.octets)
  if (!content) return ERROR.wrongType
  if (content.length > TEXT_MAX) return ERROR.wrongLength
  const input = content.toString('utf8')
  return /[\p{Cc}\u2028\u2029\uFFFD]/u.test(input) ? ERROR.wrongValue : input
}

const state = (up: boolean) => integer(up ? UP : DOWN)

/** RFC 2863 §6. Counters are those of the host's interface; missing where the host has none. */
function interfaces({ get, address, link }: Observed): Variable[] {
  const traffic = (column: number, of: (counts: Traffic) => number): Variable => ({
    name: interfaceName(column),
    read() {
      const counts = hostInterface(address())?.traffic
      return counts && unsigned(TAG.counter32, of(counts))
    },
  })
  const mac = () => Buffer.from(get('root.Network.eth0.MACAddress').replaceAll(':', ''), 'hex')
  return [
    { name: interfacesName(1), read: () => integer(1) },
    { name: interfaceName(1), read: () => integer(IF_INDEX) },
    { name: interfaceName(2), read: () => octets('eth0') },
    { name: interfaceName(3), read: () => integer(ETHERNET) },
    {
      name: interfaceName(4),
      read() {
        const mtu = hostInterface(address())?.mtu
        return mtu === undefined ? undefined : integer(mtu)
      },
    },
    { name: interfaceName(5), read: () => unsigned(TAG.gauge32, SPEED) },
    { name: interfaceName(6), read: () => octets(mac()) },
    { name: interfaceName(7), read: () => state(true) },
    { name: interfaceName(8), read: () => state(link().up) },
    { name: interfaceName(9), read: () => unsigned(TAG.timeTicks, link().since) },
    traffic(10, ({ received }) => received.bytes),
    traffic(11, ({ received }) => received.packets - received.multicast),
    traffic(12, ({ received }) => received.multicast),
    traffic(13, ({ received }) => received.dropped),
    traffic(14, ({ received }) => received.errors),
    traffic(16, ({ sent }) => sent.bytes),
    traffic(17, ({ sent }) => sent.packets),
    traffic(19, ({ sent }) => sent.dropped),
    traffic(20, ({ sent }) => sent.errors),
  ]
}

const counted = (arc: number, count: () => number): Variable => ({
  name: snmpName(arc),
  read: () => unsigned(TAG.counter32, count()),
})

/** RFC 3418 §2, `snmpGroup`. The agent never drops requests silently and is no proxy. */
function snmp({ get, counters }: Observed): Variable[] {
  return [
    counted(1, () => counters.inPkts),
    counted(3, () => counters.inBadVersions),
    counted(4, () => counters.inBadCommunityNames),
    counted(5, () => counters.inBadCommunityUses),
    counted(6, () => counters.inASNParseErrs),
    {
      name: snmpName(30),
      read: () => integer(get(SWITCH) ? TRUE : FALSE),
      write(value) {
        const input = integerOf(value)
        if (input === undefined) return ERROR.wrongType
        if (input !== TRUE && input !== FALSE) return ERROR.wrongValue
        return { [SWITCH]: input === TRUE }
      },
    },
    counted(31, () => 0),
    counted(32, () => 0),
  ]
}

/** RFC 3411 §5, `snmpEngine`, and RFC 3414 §5, `usmStats`. */
function engineVariables({ counters, engine }: Observed): Variable[] {
  const stats = Object.entries(USM_STATS) as [keyof typeof USM_STATS, number][]
  return [
    { name: engineName(1), read: () => octets(engine.id) },
    { name: engineName(2), read: () => integer(engine.boots) },
    { name: engineName(3), read: () => integer(engine.time()) },
    ...stats.map(([stat, arc]) => ({
      name: usmName(arc),
      read: () => unsigned(TAG.counter32, counters[stat]),
    })),
  ]
}

/** Identifies the interface in a `linkUp` trap (RFC 2863 §6). */
export const linkVarbinds = () => [
  { name: interfaceName(1), value: integer(IF_INDEX) },
  { name: interfaceName(7), value: integer(UP) },
  { name: interfaceName(8), value: integer(UP) },
]
