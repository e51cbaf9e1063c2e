import { atMost, firstOf, printable, problem } from './problem.ts'
import type { Rule } from './problem.ts'

/** The user of SNMP version 3. There is one. */
export const SNMP_USER = 'initial'

/** Characters of its password, at least and at most. */
export const SNMP_PASSWORD_MIN = 8
export const SNMP_PASSWORD_MAX = 64

const longEnough: Rule = (value) =>
  value.length < SNMP_PASSWORD_MIN
    ? problem('networkSnmp.passwordError', { min: SNMP_PASSWORD_MIN })
    : undefined

/** The password of SNMP version 3: 8 to 64 characters. Source: console specification A §5. */
export const snmpPassword: Rule = firstOf(longEnough, atMost(SNMP_PASSWORD_MAX))

/** A community has at most 32 characters, none of them a control. Source: console specification A §5. */
export const community: Rule = firstOf(printable, atMost(32))
