import { randomInt } from 'node:crypto'
import { TAG, encoded, integer, name, octets, sequence, unsigned } from './ber.ts'
import { PRODUCT, TRAPS, TRAP_OID, UP_TIME } from './names.ts'
import { PDU, writePdu, writeVarbinds } from './pdu.ts'
import type { Pdu, Varbind } from './pdu.ts'
import { writeMessage } from './usm.ts'
import type { Engine, Keys } from './usm.ts'

/**
 * Notifications that a device sends, with their numbers below `snmpTraps` (RFC 3418 §2, RFC 2863
 * §6).
 */
export const TRAP = { coldStart: 1, warmStart: 2, linkUp: 4, authenticationFailure: 5 } as const

export type TrapId = keyof typeof TRAP

/** A message of an action rule, our own design: number 1 of the maker's own traps. */
const ACTION_RULE = { enterprise: 6, specific: 1 } as const

/** The texts of such a message: the topic of the event, and what the rule says. */
export const messageVarbinds = (topic: string, message: string): Varbind[] =>
  [topic, message].map((text, index) => ({
    name: [...PRODUCT, 2, index + 1, 0],
    value: octets(text),
  }))

interface Notification {
  trap: TrapId | 'actionRule'
  /** Hundredths of a second since the start. */
  upTime: number
  varbinds: readonly Varbind[]
}

/** Version 1 format (RFC 1157 §4.1.6). `from`: the device's IPv4 address. */
export function trapV1(notification: Notification, community: string, from: string): Buffer {
  const address = from.split('.').map(Number)
  return sequence(
    integer(0),
    octets(community),
    encoded(
      PDU.trapV1,
      name(PRODUCT),
      encoded(TAG.ipAddress, Buffer.from(address.length === 4 ? address : [0, 0, 0, 0])),
      integer(
        notification.trap === 'actionRule' ? ACTION_RULE.enterprise : TRAP[notification.trap] - 1,
      ),
      integer(notification.trap === 'actionRule' ? ACTION_RULE.specific : 0),
      unsigned(TAG.timeTicks, notification.upTime),
      writeVarbinds(notification.varbinds),
    ),
  )
}

/** Version 2 format (RFC 3416 §4.2.6). */
export const trapV2c = (notification: Notification, community: string): Buffer =>
  sequence(integer(1), octets(community), writePdu(pduOf(notification)))

/** Version 3 format, signed and encrypted for the user. */
export const trapV3 = (
  notification: Notification,
  engine: Engine,
  user: string,
  keys: Keys,
): Buffer =>
  writeMessage({
    id: newId(),
    engine,
    user,
    pdu: pduOf(notification),
    secured: { method: 'sha-aes', keys, encrypted: true },
  })

function pduOf({ trap, upTime, varbinds }: Notification): Pdu {
  const head = [
    { name: UP_TIME, value: unsigned(TAG.timeTicks, upTime) },
    {
      name: TRAP_OID,
      value: name(
        trap === 'actionRule'
          ? [...PRODUCT, 0, ACTION_RULE.specific] // RFC 3584 §3.1
          : [...TRAPS, TRAP[trap]],
      ),
    },
  ]
  return { type: PDU.trap, id: newId(), status: 0, index: 0, varbinds: [...head, ...varbinds] }
}

const newId = (): number => randomInt(2 ** 31 - 1)
