import { BrandMark } from '@lintel/ui/brand'
import { Chip } from '@lintel/ui/chip'
import { useText } from '@lintel/ui/i18n'
import { connection } from '../device.ts'
import { useUpdates } from '../events/live.ts'
import { ErrorBoundary } from '../routing/error-boundary.tsx'
import { hrefTo, paths } from '../routing/paths.ts'
import { leave } from '../session/leave.ts'
import { me, role } from '../session/me.ts'
import { useStore } from '@lintel/ui/store'
import { AccountMenu, Clock } from './loaded-later.tsx'
import { SearchButton } from './search-button.tsx'
import styles from './top-bar.module.css'

/**
 * The device's time, whether the page is up to date, and the signed-in user; in a narrow window also
 * the device's name. A §2 Top bar.
 */
export function TopBar({ device: name }: { device: string }) {
  const text = useText()
  const gone = useStore(connection.gone)
  const updates = useUpdates()
  const user = useStore(me)?.user ?? ''
  return (
    <header className={styles['top']}>
      <a className={styles['brand']} href={hrefTo(paths.overview())}>
        <BrandMark />
        <span>{name}</span>
      </a>
      <SearchButton />
      <output className={styles['state']}>
        {gone ? (
          <Chip status="crit">{text('shell.noAnswer')}</Chip>
        ) : updates === 'stale' ? (
          <Chip status="warn">{text('shell.stale')}</Chip>
        ) : (
          updates === 'none' && <Chip>{text('shell.noUpdates')}</Chip>
        )}
      </output>
      <ErrorBoundary quiet>
        <Clock />
        <span className={styles['account']}>
          <AccountMenu
            user={user}
            role={role()}
            password={role() === 'admin' ? hrefTo(paths.editUser({ name: user })) : undefined}
            onSignOut={leave}
          />
        </span>
      </ErrorBoundary>
    </header>
  )
}
