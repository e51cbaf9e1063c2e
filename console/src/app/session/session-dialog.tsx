import { signIn } from '@lintel/contract/calls/session'
import { DeviceFault } from '@lintel/contract/fault'
import { atSite } from '@lintel/contract/site'
import { Button } from '@lintel/ui/button'
import { Dialog } from '@lintel/ui/dialog'
import { useFaultText } from '@lintel/ui/fault-text'
import { useText } from '@lintel/ui/i18n'
import { Notice } from '@lintel/ui/notice'
import type { SyntheticEvent } from 'react'
import { useId, useState } from 'react'
import { client, session } from '../device.ts'
import { useStore } from '../store.ts'
import { me, sameGroups } from './me.ts'
import styles from './session-dialog.module.css'

/** Asks for the password again when the session has ended; the page underneath is unchanged. */
export function SessionDialog() {
  const text = useText()
  const ended = useStore(session.ended)
  return (
    <Dialog
      open={ended}
      title={text('ui.signInAgain')}
      // It can't be dismissed: the way out is the sign-in page.
      onClose={() => {
        location.assign(atSite('/sign-in'))
      }}
    >
      <SignInAgain />
    </Dialog>
  )
}

function SignInAgain() {
  const text = useText()
  const faultText = useFaultText()
  const id = useId()
  const [user, setUser] = useState(() => me.get()?.user ?? '')
  const [password, setPassword] = useState('')
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<unknown>()

  async function submit() {
    if (busy) return
    setBusy(true)
    setFailure(undefined)
    try {
      const now = await client.call(signIn, { user, password })
      const before = me.get()
      if (before && now.user === before.user && sameGroups(now, before)) {
        session.resume()
        return
      }
      // The waiting calls belong to somebody else. A person who stays because of unsaved values can
      // sign in again.
      location.reload()
      setBusy(false)
    } catch (fault) {
      setFailure(fault)
      setBusy(false)
    }
  }

  const wrong = failure instanceof DeviceFault && failure.kind === 'signedOut'
  return (
    <form
      className={styles['form']}
      onSubmit={(event: SyntheticEvent) => {
        event.preventDefault()
        void submit()
      }}
    >
      <p>{text('shell.signedOutNote')}</p>
      {failure !== undefined && (
        <Notice status="crit" title={wrong ? text('shell.wrongPassword') : faultText(failure)} />
      )}
      <label htmlFor={`${id}u`}>{text('ui.userName')}</label>
      <input
        id={`${id}u`}
        name="username"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        required
        value={user}
        onChange={(event) => {
          setUser(event.target.value)
        }}
      />
      <label htmlFor={`${id}p`}>{text('ui.password')}</label>
      <input
        id={`${id}p`}
        name="password"
        type="password"
        autoComplete="current-password"
        data-first-focus=""
        required
        value={password}
        onChange={(event) => {
          setPassword(event.target.value)
        }}
      />
      <div className={styles['actions']}>
        <Button kind="primary" type="submit" busy={busy}>
          {text('ui.signIn')}
        </Button>
      </div>
    </form>
  )
}
