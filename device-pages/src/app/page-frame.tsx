import { BrandMark } from '@lintel/ui/brand'
import { useText } from '@lintel/ui/i18n'
import { ToastRegion } from '@lintel/ui/toast'
import type { ReactNode } from 'react'
import { useEffect } from 'react'
import type { About } from './about.ts'
import { AccountMenu } from './account-menu.tsx'
import { followWindow, framed } from './framed.ts'
import styles from './page-frame.module.css'

/** What is around a page: whose device it is and who is signed in. In a frame it is the page alone. */
export function PageFrame(props: { titleId: string; about: About; children: ReactNode }) {
  const { titleId, about, children } = props
  const text = useText()
  const product = about.brand.ProdShortName
  const title = text(titleId)
  useEffect(() => {
    document.title = `${title} – ${product}`
  }, [title, product])

  useEffect(followWindow, [])

  return (
    <div className={styles[framed ? 'framed' : 'page']}>
      {!framed && (
        <header className={styles['top']}>
          <span className={styles['brand']}>
            <BrandMark />
            <span>{product}</span>
          </span>
          <AccountMenu user={about.user} role={about.role} />
        </header>
      )}
      {/* The page around a frame has the one landmark. */}
      {framed ? (
        <div className={styles['main']}>{children}</div>
      ) : (
        <main className={styles['main']}>{children}</main>
      )}
      <ToastRegion />
    </div>
  )
}
