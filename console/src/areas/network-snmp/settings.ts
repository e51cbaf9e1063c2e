/** The SNMP parameters as the form holds them. Source: console specification A §3, A §5, A §7. */
import type { ParameterValues } from '@lintel/contract/calls/parameters'
import { shownAddress } from '@lintel/contract/parameters/address'
import { parameterRecord } from '@lintel/contract/parameters/record'
import type { RecordOf } from '@lintel/contract/parameters/record'
import { snmp } from '@lintel/contract/parameters/snmp'
import { ipv4 } from '@lintel/contract/rules/address'
import { firstOf, found, problem, required } from '@lintel/contract/rules/problem'
import type { Problem, Rule } from '@lintel/contract/rules/problem'
import { SNMP_PASSWORD_MIN, community, snmpPassword } from '@lintel/contract/rules/snmp'
import type { Checked } from '@lintel/ui/form'
import { sameRecord } from '../../app/stored/same-record.ts'

export type Protocol = 'v1v2c' | 'v3' | 'off'

/** Every field by its parameter. The slot of the receiver is T0. A §3. */
const PARAMETERS = parameterRecord(snmp, {
  enabled: 'root.SNMP.Enabled',
  v1: 'root.SNMP.V1',
  v2c: 'root.SNMP.V2c',
  v3: 'root.SNMP.V3',
  password: 'root.SNMP.InitialUserPasswd',
  passwordSet: 'root.SNMP.InitialUserPasswdSet',
  v1Read: 'root.SNMP.V1ReadCommunity',
  v1Write: 'root.SNMP.V1WriteCommunity',
  trapEnabled: 'root.SNMP.Trap.Enabled',
  trapAddress: 'root.SNMP.Trap.T0.Address',
  trapCommunity: 'root.SNMP.Trap.T0.Community',
  coldStart: 'root.SNMP.Trap.T0.ColdStart.Enabled',
  warmStart: 'root.SNMP.Trap.T0.WarmStart.Enabled',
  linkUp: 'root.SNMP.Trap.T0.LinkUp.Enabled',
  authFail: 'root.SNMP.Trap.T0.AuthFail.Enabled',
})

/**
 * `password` is the typed one: the stored one can't be read, only that there is one
 * (`passwordSet`).
 */
export type SnmpValues = Omit<RecordOf<typeof PARAMETERS>, 'enabled' | 'v1' | 'v2c' | 'v3'> & {
  protocol: Protocol
}

export const TRAP_NAMES = ['coldStart', 'warmStart', 'linkUp', 'authFail'] as const

export interface SnmpSettings {
  values: SnmpValues
  /**
   * Version 3 together with an older one, set by somebody else; the form supports one or the other.
   */
  mixed: boolean
}

export function settingsIn(parameters: ParameterValues): SnmpSettings {
  const { enabled, v1, v2c, v3, ...stored } = PARAMETERS.read(parameters)
  const older = v1 || v2c
  const on = v3 ? 'v3' : 'v1v2c'
  return {
    values: { ...stored, protocol: enabled && (older || v3) ? on : 'off', password: '' },
    mixed: enabled && v3 && older,
  }
}

/** Which groups of fields are shown. */
const communitiesCount = ({ protocol }: SnmpValues) => protocol === 'v1v2c'
const trapsCount = ({ protocol, trapEnabled }: SnmpValues) => protocol !== 'off' && trapEnabled

/** Whether the save sets the user's first password, which needs a confirmation. A §5, OPEN-120. */
export const isInitialPassword = ({ protocol, password, passwordSet }: SnmpValues): boolean =>
  protocol === 'v3' && !passwordSet && password.length >= SNMP_PASSWORD_MIN

/** The device writes 0.0.0.0 for none. */
const receiver: Rule = firstOf((value) => required(shownAddress(value)), ipv4)

/** Hidden fields are not checked. A §5. */
export function checkSnmp(values: SnmpValues): Checked<SnmpValues> {
  const keepsPassword = values.passwordSet && values.password === ''
  const communities = communitiesCount(values)
  const traps = trapsCount(values)
  return {
    errors: found<SnmpValues>({
      password:
        values.protocol === 'v3' && !keepsPassword ? snmpPassword(values.password) : undefined,
      v1Read: communities ? community(values.v1Read) : undefined,
      v1Write: communities ? community(values.v1Write) : undefined,
      trapEnabled:
        traps && !TRAP_NAMES.some((name) => values[name])
          ? problem('networkSnmp.noTrap')
          : undefined,
      trapAddress: traps ? receiver(values.trapAddress) : undefined,
      trapCommunity: traps && communities ? community(values.trapCommunity) : undefined,
    }),
    warnings: communities ? doubts(values) : {},
  }
}

/** Communities that everybody tries first. */
const WELL_KNOWN = new Set(['public', 'private', 'write'])

function doubts({ v1Read, v1Write }: SnmpValues): Partial<Record<keyof SnmpValues, Problem>> {
  return found<SnmpValues>({
    v1Read: WELL_KNOWN.has(v1Read) ? problem('networkSnmp.wellKnown') : undefined,
    v1Write: WELL_KNOWN.has(v1Write)
      ? problem('networkSnmp.wellKnownWrite')
      : v1Write !== '' && v1Write === v1Read
        ? problem('networkSnmp.sameAsRead')
        : undefined,
  })
}

/** The values to save: hidden fields, which may be half typed, keep their stored values. */
export function effective(values: SnmpValues, before: SnmpValues): SnmpValues {
  const { v1Read, v1Write, trapAddress, trapCommunity } = before
  const communities = communitiesCount(values)
  const traps = trapsCount(values)
  return {
    ...values,
    password: values.protocol === 'v3' ? values.password : '',
    ...(communities ? {} : { v1Read, v1Write }),
    ...(traps ? {} : { trapAddress }),
    ...(traps && communities ? {} : { trapCommunity }),
  }
}

/** Whether both have the same settings stored. A typed password does not count. */
export const sameStored = (one: SnmpValues, other: SnmpValues): boolean =>
  sameRecord({ ...one, password: '' }, { ...other, password: '' })

/** Whether the device's state matches the saved values: of a password only that there is one. */
export const storesSnmp = (now: SnmpValues, sent: SnmpValues): boolean =>
  sameStored(now, { ...sent, passwordSet: sent.passwordSet || sent.password !== '' })

/** The parameters to store. A password is included only if one was typed. OPEN-120. */
export function snmpParameters(values: SnmpValues): Record<string, string> {
  const { protocol, password, passwordSet: _, ...rest } = values
  const older = protocol === 'v1v2c'
  return PARAMETERS.write({
    ...rest,
    enabled: protocol !== 'off',
    ...(protocol !== 'off' && { v1: older, v2c: older, v3: !older }),
    password: password || undefined,
  })
}
