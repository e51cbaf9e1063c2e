import { SNMP_PASSWORD_MAX, community as communityRule, snmpPassword } from '../rules/snmp.ts'
import { address, orNone } from './address.ts'
import { secret, text, whole, withDefault, yesNo } from './codec.ts'
import { group } from './group.ts'

const community = { ...text(32, communityRule), confidential: true }

/**
 * The agent and its single trap receiver, T0. A community that the device lacks has the factory
 * value (OPEN-43).
 */
export const snmp = group('SNMP', {
  DSCP: whole(0, 63),
  Enabled: yesNo,
  EngineBoots: whole(0, 2_147_483_647),
  InitialUserPasswd: secret(SNMP_PASSWORD_MAX, (value) =>
    value === '' ? undefined : snmpPassword(value),
  ),
  InitialUserPasswdSet: yesNo,
  SysContact: text(),
  SysLocation: text(),
  V1: yesNo,
  V1ReadCommunity: withDefault(community, 'public'),
  V1WriteCommunity: community,
  V2c: yesNo,
  V3: yesNo,
  'Trap.Enabled': yesNo,
  'Trap.T0.Address': orNone(address),
  'Trap.T0.Community': withDefault(community, 'public'),
  'Trap.T0.AuthFail.Enabled': yesNo,
  'Trap.T0.ColdStart.Enabled': yesNo,
  'Trap.T0.LinkUp.Enabled': yesNo,
  'Trap.T0.WarmStart.Enabled': yesNo,
})
