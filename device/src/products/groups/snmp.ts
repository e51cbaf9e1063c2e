import { ipv4 } from '@lintel/contract/rules/address'
import {
  SNMP_PASSWORD_MAX,
  community as isCommunity,
  snmpPassword,
} from '@lintel/contract/rules/snmp'
import type { Definition } from '../../state/definition.ts'
import { bool, fixed, group, int, live, secret, text } from '../group.ts'

const community = (value: string) => text(value, 32, isCommunity)

export function snmp(): Definition[] {
  return group(
    'SNMP',
    { read: 'admin', write: 'admin' },
    {
      DSCP: int(0, 0, 63),
      Enabled: bool('no'),
      EngineBoots: fixed(int(0, 0, 2_147_483_647)),
      InitialUserPasswd: secret(SNMP_PASSWORD_MAX, (value) =>
        value === '' ? undefined : snmpPassword(value),
      ),
      InitialUserPasswdSet: live(({ get }) =>
        get('root.SNMP.InitialUserPasswd') === '' ? 'no' : 'yes',
      ),
      // What managers may write of the system group: of our own.
      SysContact: text('', 255),
      SysLocation: text('', 255),
      V1: bool('yes'),
      V1ReadCommunity: community('public'),
      // Nobody writes with a word that everybody knows.
      V1WriteCommunity: community(''),
      V2c: bool('yes'),
      V3: bool('no'),
      'Trap.Enabled': bool('no'),
      'Trap.T0.Address': text('0.0.0.0', 15, ipv4),
      'Trap.T0.Community': community('public'),
      'Trap.T0.AuthFail.Enabled': bool('no'),
      'Trap.T0.ColdStart.Enabled': bool('no'),
      'Trap.T0.LinkUp.Enabled': bool('no'),
      'Trap.T0.WarmStart.Enabled': bool('no'),
    },
  )
}
