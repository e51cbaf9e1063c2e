import { socketCall } from '@lintel/contract/call'
import { updateParameters } from '@lintel/contract/calls/parameters'
import { getUserGroups, rootPasswordSet } from '@lintel/contract/calls/users'
import { serve } from '../serve.ts'

/** Three declared calls with the shortest handlers: for a viewer, to write, for anyone. */
export const sampleCalls = [
  serve(getUserGroups, (_input, { user = '', groups }) => ({ user, groups: [...groups] })),
  serve(updateParameters, () => null),
  serve(rootPasswordSet, () => true),
]
/** What tests leave open in the declaration of a call of their own that reads. */
export const SAMPLE = { effect: 'read', summary: '', source: '', proof: 'own design' } as const

/** A socket for anyone. */
export const talk = socketCall({ ...SAMPLE, id: 'talk', path: '/talk', access: 'anyone' })

export const WHO = '/axis-cgi/usergroup.cgi'
export const UPDATE = '/axis-cgi/param.cgi?action=update&root.A=1'
export const OPEN = '/axis-cgi/rootpwdsetvalue.cgi'
