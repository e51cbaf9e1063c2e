import type { Role } from '@lintel/contract/access'
import { signOut } from '@lintel/contract/calls/session'
import { Button } from '@lintel/ui/button'
import { useFaultText } from '@lintel/ui/fault-text'
import { useText } from '@lintel/ui/i18n'
import { Disclosure } from '@lintel/ui/popover'
import { Segmented } from '@lintel/ui/segmented'
import { useTheme } from '@lintel/ui/theme'
import { showToast } from '@lintel/ui/toast'
import { LogOut } from 'lucide-react'
import { useState } from 'react'
import styles from './account-menu.module.css'
import { device, signInAddress } from './device.ts'

const THEMES = ['light', 'dark', 'system'] as const

/** Who is signed in, in what role, the look of the page, and the way out. */
export function AccountMenu({ user, role }: { user: string; role: Role }) {
  const text = useText()
  const faultText = useFaultText()
  const [theme, setTheme] = useTheme()
  const [busy, setBusy] = useState(false)

  async function leave() {
    setBusy(true)
    try {
      await device.call(signOut, {})
      location.assign(signInAddress())
    } catch (fault) {
      showToast({ status: 'critical', text: faultText(fault) })
      setBusy(false)
    }
  }

  return (
    <Disclosure
      end
      label={text('frame.account', { user })}
      button={
        <span className={styles['avatar']} aria-hidden="true">
          {user.slice(0, 2).toUpperCase()}
        </span>
      }
    >
      <div className={styles['menu']}>
        <p className={styles['who']}>
          <b>{user}</b>
          <span>{text(`frame.role.${role}`)}</span>
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
          <Button
            icon={<LogOut size={16} aria-hidden="true" />}
            busy={busy}
            onClick={() => void leave()}
          >
            {text('frame.signOut')}
          </Button>
        </div>
      </div>
    </Disclosure>
  )
}
