import { atMost } from '@lintel/contract/rules/problem'
import { ipv4 } from '@lintel/contract/rules/address'
import type { Definition } from '../../state/definition.ts'
import { bool, fixed, group, int, live, secret, text } from '../group.ts'

/** A community has at most 32 characters. Source: console specification A §5. */
const community = (value: string) => text(value, 32, atMost(32))

export function snmp(): Definition[] {
  return group(
    'SNMP',
    { read: 'admin', write: 'admin' },
    {
      DSCP: int(0, 0, 63),
      Enabled: bool('no'),
      EngineBoots: fixed(int(0, 0, 2_147_483_647)),
      InitialUserPasswd: secret(64),
      InitialUserPasswdSet: live(({ get }) =>
        get('root.SNMP.InitialUserPasswd') === '' ? 'no' : 'yes',
      ),
      V1: bool('yes'),
      V1ReadCommunity: community('public'),
      V1WriteCommunity: community('write'),
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
