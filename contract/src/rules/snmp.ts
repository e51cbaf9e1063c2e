import { atMost, firstOf, printable, problem } from './problem.ts'
import type { Rule } from './problem.ts'

/** The only user of SNMP version 3. */
export const SNMP_USER = 'initial'

/** Length limits of its password. */
export const SNMP_PASSWORD_MIN = 8
export const SNMP_PASSWORD_MAX = 64

const longEnough: Rule = (value) =>
  value.length < SNMP_PASSWORD_MIN
    ? problem('networkSnmp.passwordError', { min: SNMP_PASSWORD_MIN })
    : undefined

/** The password of SNMP version 3: 8 to 64 characters. Source: console specification A §5. */
export const snmpPassword: Rule = firstOf(longEnough, atMost(SNMP_PASSWORD_MAX))

/** A community: at most 32 characters, no controls. Source: console specification A §5. */
export const community: Rule = firstOf(printable, atMost(32))
