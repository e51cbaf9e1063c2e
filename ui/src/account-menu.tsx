import type { Role } from '@lintel/contract/access'
import { KeyRound, LogOut } from 'lucide-react'
import { useState } from 'react'
import styles from './account-menu.module.css'
import { Button, LinkButton } from './button.tsx'
import { useFaultText } from './fault-text.tsx'
import { useText } from './i18n.tsx'
import { Disclosure } from './popover.tsx'
import { Segmented } from './segmented.tsx'
import { useTheme } from './theme.tsx'
import { showToast } from './toast.tsx'

const THEMES = ['light', 'dark', 'system'] as const

/**
 * The signed-in account and its role, the theme, and sign-out. `onSignOut` ends the session and
 * leaves the page; a failure is reported. Needs the messages of the area `account`.
 */
export function AccountMenu(props: {
  user: string
  role: Role
  /** Where the account's password can be changed, if this person can. */
  password?: string | undefined
  onSignOut: () => Promise<void>
}) {
  const { user, role, password, onSignOut } = props
  const text = useText()
  const faultText = useFaultText()
  const [theme, setTheme] = useTheme()
  const [busy, setBusy] = useState(false)

  async function leave() {
    setBusy(true)
    try {
      await onSignOut()
    } catch (fault) {
      showToast({ status: 'critical', text: faultText(fault) })
    } finally {
      setBusy(false)
    }
  }

  return (
    <Disclosure
      end
      label={text('account.menu', { user })}
      button={
        <span className={styles['avatar']} aria-hidden="true">
          {user.slice(0, 2).toUpperCase()}
        </span>
      }
    >
      <div className={styles['menu']}>
        <p className={styles['who']}>
          <b>{user}</b>
          <span>{text(`account.role.${role}`)}</span>
        </p>
        <div className={styles['part']}>
          <span>{text('ui.theme')}</span>
          <Segmented
            label={text('ui.theme')}
            value={theme}
            options={THEMES.map((value) => ({ value, label: text(`ui.theme.${value}`) }))}
            onChange={setTheme}
          />
        </div>
        <div className={styles['part']}>
          {password !== undefined && (
            <LinkButton href={password} icon={<KeyRound size={16} aria-hidden="true" />}>
              {text('account.changePassword')}
            </LinkButton>
          )}
          <Button
            icon={<LogOut size={16} aria-hidden="true" />}
            busy={busy}
            onClick={() => void leave()}
          >
            {text('account.signOut')}
          </Button>
        </div>
      </div>
    </Disclosure>
  )
}
