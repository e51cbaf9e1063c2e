import { signOut } from '@lintel/contract/calls/session'
import type { MessageId } from '@lintel/contract/messages'
import { AccountMenu } from '@lintel/ui/account-menu'
import { BrandMark } from '@lintel/ui/brand'
import { useText } from '@lintel/ui/i18n'
import { ToastRegion } from '@lintel/ui/toast'
import type { ReactNode } from 'react'
import { useEffect } from 'react'
import type { About } from './about.ts'
import { device, signInAddress } from './device.ts'
import { bare, followWindow, framed, tellAround } from './framed.ts'
import styles from './page-frame.module.css'

/** The frame of a page: the device and the signed-in account. Without a header, only the page. */
export function PageFrame(props: { titleId: MessageId; about: About; children: ReactNode }) {
  const { titleId, about, children } = props
  const text = useText()
  const product = about.brand.ProdShortName
  const title = text(titleId)
  useEffect(() => {
    document.title = `${title} – ${product}`
  }, [title, product])

  useEffect(followWindow, [])
  useEffect(tellAround, [])

  return (
    <div className={styles[bare ? 'framed' : 'page']}>
      {!bare && (
        <header className={styles['top']}>
          <span className={styles['brand']}>
            <BrandMark />
            <span>{product}</span>
          </span>
          <AccountMenu user={about.user} role={about.role} onSignOut={leave} />
        </header>
      )}
      {/* In a frame, the surrounding page has the main landmark. */}
      {framed ? (
        <div className={styles['main']}>{children}</div>
      ) : (
        <main className={styles['main']}>{children}</main>
      )}
      {!framed && <ToastRegion />}
    </div>
  )
}

async function leave(): Promise<void> {
  await device.call(signOut, {})
  location.assign(signInAddress())
}
