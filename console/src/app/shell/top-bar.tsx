import { BrandMark } from '@lintel/ui/brand'
import { Chip } from '@lintel/ui/chip'
import { useText } from '@lintel/ui/i18n'
import { useStale } from '../events/live.ts'
import { AccountMenu } from './account-menu.tsx'
import { Clock } from './clock.tsx'
import { SearchButton } from './search-button.tsx'
import styles from './top-bar.module.css'

/** The device's time, whether what the page shows is up to date, and who is signed in. A §2 Top bar. */
export function TopBar({ product }: { product: string }) {
  const text = useText()
  const stale = useStale()
  return (
    <header className={styles['top']}>
      <a className={styles['brand']} href="#/">
        <BrandMark />
        <span>{product}</span>
      </a>
      <SearchButton />
      <output className={styles['state']}>
        {stale && <Chip status="warn">{text('shell.stale')}</Chip>}
      </output>
      <Clock />
      <AccountMenu />
    </header>
  )
}
