import { DeviceFault } from '@lintel/contract/fault'
import type { SyntheticEvent } from 'react'
import { useId, useState } from 'react'
import { Button } from './button.tsx'
import { Dialog } from './dialog.tsx'
import { useFaultText } from './fault-text.tsx'
import { useText } from './i18n.tsx'
import { Notice } from './notice.tsx'
import styles from './sign-in-again.module.css'

interface SignInAgainProps {
  open: boolean
  /** The account that was signed in. */
  user: string
  /** Signs in; what it throws is shown. */
  onSignIn: (user: string, password: string) => Promise<void>
  /** Leads to the sign-in page. */
  onLeave: () => void
}

/**
 * Asks for the password when the session has ended; the page underneath is unchanged. Escape does
 * nothing, because leaving would lose what was typed there.
 */
export function SignInAgain({ open, onLeave, ...form }: SignInAgainProps) {
  const text = useText()
  return (
    <Dialog open={open} title={text('ui.signInAgain')} escape={false} onClose={onLeave}>
      <Form {...form} />
    </Dialog>
  )
}

function Form({ user: before, onSignIn }: Pick<SignInAgainProps, 'user' | 'onSignIn'>) {
  const text = useText()
  const faultText = useFaultText()
  const id = useId()
  const [user, setUser] = useState(before)
  const [password, setPassword] = useState('')
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<unknown>()

  async function submit() {
    if (busy) return
    setBusy(true)
    setFailure(undefined)
    await onSignIn(user, password).catch(setFailure)
    setBusy(false)
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
      <p>{text('account.signedOutNote')}</p>
      {failure !== undefined && (
        <Notice status="crit" title={wrong ? text('account.wrongPassword') : faultText(failure)} />
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
