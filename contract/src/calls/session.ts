import * as v from 'valibot'
import { restCall } from '../call.ts'

const origin = { source: 'own design', proof: 'own design' } as const

/** Name and password in, a session cookie out. The sign-in page posts the same two fields as a form. */
export const signIn = restCall({
  ...origin,
  id: 'session.signIn',
  path: '/sign-in',
  methods: ['POST'],
  access: 'anyone',
  effect: 'write',
  summary: 'Starts a session; the response sets its cookie.',
  request: v.object({ user: v.string(), password: v.string() }),
  data: v.object({ user: v.string(), groups: v.array(v.string()) }),
})

export const signOut = restCall({
  ...origin,
  id: 'session.signOut',
  path: '/sign-out',
  methods: ['POST'],
  access: 'anyone',
  effect: 'write',
  summary: 'Ends the session and deletes its cookie.',
  request: v.object({}),
  data: v.object({}),
})
