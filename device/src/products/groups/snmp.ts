import { snmp } from '@lintel/contract/parameters/snmp'
import type { Definition } from '../../state/definition.ts'
import { fixed, group, live } from '../group.ts'

export function snmpGroup(): Definition[] {
  return group(
    'SNMP',
    snmp,
    { read: 'admin', write: 'admin' },
    {
      DSCP: 0,
      Enabled: false,
      EngineBoots: fixed(0),
      InitialUserPasswd: '',
      InitialUserPasswdSet: live(({ get }) => get('root.SNMP.InitialUserPasswd') !== ''),
      // What managers may write in the system group. Own design.
      SysContact: '',
      SysLocation: '',
      V1: true,
      V1ReadCommunity: 'public',
      // No default: a well-known community would let anybody write.
      V1WriteCommunity: '',
      V2c: true,
      V3: false,
      'Trap.Enabled': false,
      'Trap.T0.Address': '',
      'Trap.T0.Community': 'public',
      'Trap.T0.AuthFail.Enabled': false,
      'Trap.T0.ColdStart.Enabled': false,
      'Trap.T0.LinkUp.Enabled': false,
      'Trap.T0.WarmStart.Enabled': false,
    },
  )
}
