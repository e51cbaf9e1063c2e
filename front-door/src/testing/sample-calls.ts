import { updateParameters } from '@lintel/contract/calls/parameters'
import { getUserGroups, rootPasswordSet } from '@lintel/contract/calls/users'
import { serve } from '../serve.ts'

/** Three declared calls with the shortest handlers: for a viewer, to write, for anyone. */
export const sampleCalls = [
  serve(getUserGroups, (_input, { user = '', groups }) => ({ user, groups: [...groups] })),
  serve(updateParameters, () => null),
  serve(rootPasswordSet, () => true),
]
export const WHO = '/axis-cgi/usergroup.cgi'
export const UPDATE = '/axis-cgi/param.cgi?action=update&root.A=1'
export const OPEN = '/axis-cgi/rootpwdsetvalue.cgi'
