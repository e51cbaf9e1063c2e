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
      // The objects of the system group that managers may write. Own design.
      SysContact: '',
      SysLocation: '',
      V1: true,
      V1ReadCommunity: 'public',
      // No default: with a well-known community anybody could write.
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
