import { signIn } from '@lintel/contract/calls/session'
import { atSite } from '@lintel/contract/site'
import { SignInAgain } from '@lintel/ui/sign-in-again'
import { client, session } from '../device.ts'
import { me, sameGroups } from './me.ts'

/** Asks for the password again when the session has ended. */
export function SessionDialog() {
  return (
    <SignInAgain
      open
      user={me.get()?.user ?? ''}
      onSignIn={async (user, password) => {
        const now = await client.call(signIn, { user, password })
        const before = me.get()
        if (before && now.user === before.user && sameGroups(now, before)) session.resume()
        // The waiting calls belong to somebody else. A person who stays because of unsaved values can
        // sign in again.
        else location.reload()
      }}
      onLeave={() => location.assign(atSite('/sign-in'))}
    />
  )
}
