/** The parameters of SNMP as the page's form holds them. Source: console specification A §3, A §5, A §7. */
import type { ParameterValues } from '@lintel/contract/calls/parameters'
import { ipv4 } from '@lintel/contract/rules/address'
import { firstOf, found, problem, required } from '@lintel/contract/rules/problem'
import type { Problem, Rule } from '@lintel/contract/rules/problem'
import { SNMP_PASSWORD_MIN, community, snmpPassword } from '@lintel/contract/rules/snmp'
import type { Checked } from '@lintel/ui/form'
import { given } from '../../time/source.ts'

export type Protocol = 'v1v2c' | 'v3' | 'off'

export interface SnmpValues {
  protocol: Protocol
  /** As it is typed: what is stored can't be read. */
  password: string
  /** Whether one is stored. */
  passwordSet: boolean
  v1Read: string
  v1Write: string
  trapEnabled: boolean
  /** Empty without a receiver. */
  trapAddress: string
  trapCommunity: string
  coldStart: boolean
  warmStart: boolean
  linkUp: boolean
  authFail: boolean
}

/** What each trap is switched by. The slot is T0. A §3. */
const TRAPS = {
  coldStart: 'Trap.T0.ColdStart.Enabled',
  warmStart: 'Trap.T0.WarmStart.Enabled',
  linkUp: 'Trap.T0.LinkUp.Enabled',
  authFail: 'Trap.T0.AuthFail.Enabled',
} as const

export const TRAP_NAMES = Object.keys(TRAPS) as (keyof typeof TRAPS)[]

export interface SnmpSettings {
  values: SnmpValues
  /** Version 3 and an older one, as somebody else has set it; the form knows one or the other. */
  mixed: boolean
}

/** A device that lacks a community's parameter has the factory value of one. OPEN-43. */
export function settingsIn(parameters: ParameterValues): SnmpSettings {
  const get = (name: string, otherwise = '') => parameters.get(`root.SNMP.${name}`) ?? otherwise
  const isOn = (name: string) => get(name) === 'yes'
  const older = isOn('V1') || isOn('V2c')
  const on = isOn('V3') ? 'v3' : 'v1v2c'
  return {
    values: {
      protocol: isOn('Enabled') && (older || isOn('V3')) ? on : 'off',
      password: '',
      passwordSet: isOn('InitialUserPasswdSet'),
      v1Read: get('V1ReadCommunity', 'public'),
      v1Write: get('V1WriteCommunity'),
      trapEnabled: isOn('Trap.Enabled'),
      trapAddress: given(get('Trap.T0.Address')),
      trapCommunity: get('Trap.T0.Community', 'public'),
      coldStart: isOn(TRAPS.coldStart),
      warmStart: isOn(TRAPS.warmStart),
      linkUp: isOn(TRAPS.linkUp),
      authFail: isOn(TRAPS.authFail),
    },
    mixed: isOn('Enabled') && isOn('V3') && older,
  }
}

/** The groups of fields that a choice brings up. */
const communitiesCount = ({ protocol }: SnmpValues) => protocol === 'v1v2c'
const trapsCount = ({ protocol, trapEnabled }: SnmpValues) => protocol !== 'off' && trapEnabled

/** Whether the save gives the user a first password, which is asked about before. A §5, OPEN-120. */
export const isInitialPassword = ({ protocol, password, passwordSet }: SnmpValues): boolean =>
  protocol === 'v3' && !passwordSet && password.length >= SNMP_PASSWORD_MIN

/** 0.0.0.0 is how the device writes that there is none. */
const receiver: Rule = firstOf((value) => required(given(value)), ipv4)

/** What is out of sight stands in nobody's way. A §5. */
export function checkSnmp(values: SnmpValues): Checked<SnmpValues> {
  const kept = values.passwordSet && values.password === ''
  const communities = communitiesCount(values)
  const traps = trapsCount(values)
  return {
    errors: found<SnmpValues>({
      password: values.protocol === 'v3' && !kept ? snmpPassword(values.password) : undefined,
      v1Read: communities ? community(values.v1Read) : undefined,
      v1Write: communities ? community(values.v1Write) : undefined,
      trapAddress: traps ? receiver(values.trapAddress) : undefined,
      trapCommunity: traps && communities ? community(values.trapCommunity) : undefined,
    }),
    warnings: communities ? doubts(values) : {},
  }
}

/** Words that everybody tries first. */
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

/** What a save makes of the form: what is out of sight, and may be half typed, stays as it was. */
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

/** Whether the device has the same in both; what is typed of a password does not count. */
export const sameStored = (one: SnmpValues, other: SnmpValues): boolean =>
  same({ ...one, password: '' }, { ...other, password: '' })

export const same = (one: SnmpValues, other: SnmpValues): boolean =>
  (Object.keys(one) as (keyof SnmpValues)[]).every((name) => one[name] === other[name])

/**
 * Whether the device has what was sent over `before`. A first password shows itself by being there;
 * whether another one took the place of the old nobody can read.
 */
export function storesSnmp(now: SnmpValues, sent: SnmpValues, before: SnmpValues): boolean {
  const wanted = effective(sent, before)
  const typed = wanted.password !== ''
  if (typed && before.passwordSet) return false
  return sameStored(now, { ...wanted, passwordSet: wanted.passwordSet || typed })
}

const yesNo = (on: boolean) => (on ? 'yes' : 'no')

/** The parameters to store. A password is among them only when one was typed. OPEN-120. */
export function snmpParameters(values: SnmpValues): Record<string, string> {
  const { protocol, password } = values
  const versions =
    protocol === 'off'
      ? {}
      : {
          V1: yesNo(protocol !== 'v3'),
          V2c: yesNo(protocol !== 'v3'),
          V3: yesNo(protocol === 'v3'),
        }
  const traps = TRAP_NAMES.map((trap) => [TRAPS[trap], yesNo(values[trap])])
  const inside = {
    Enabled: yesNo(protocol !== 'off'),
    ...versions,
    ...(password === '' ? {} : { InitialUserPasswd: password }),
    V1ReadCommunity: values.v1Read,
    V1WriteCommunity: values.v1Write,
    'Trap.Enabled': yesNo(values.trapEnabled),
    'Trap.T0.Address': values.trapAddress === '' ? '0.0.0.0' : values.trapAddress,
    'Trap.T0.Community': values.trapCommunity,
    ...(Object.fromEntries(traps) as Record<string, string>),
  }
  return Object.fromEntries(
    Object.entries(inside).map(([name, value]) => [`root.SNMP.${name}`, value]),
  )
}
