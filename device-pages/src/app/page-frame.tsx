import '@lintel/ui/wide.css'
import { signOut } from '@lintel/contract/calls/session'
import { categoryOf } from '@lintel/contract/capabilities'
import { givenName, namelessTitle, tabTitle } from '@lintel/contract/device-name'
import type { MessageId } from '@lintel/contract/messages'
import { atSite } from '@lintel/contract/site'
import { AccountMenu } from '@lintel/ui/account-menu'
import { BrandMark } from '@lintel/ui/brand'
import { useText } from '@lintel/ui/i18n'
import { useStore } from '@lintel/ui/store'
import { ToastRegion } from '@lintel/ui/toast-region'
import { ArrowLeft } from 'lucide-react'
import type { ReactNode } from 'react'
import { useEffect } from 'react'
import { SERIAL } from './about.ts'
import type { About } from './about.ts'
import { device as client, session, signInAddress, signInAgain } from './device.ts'
import { bare, followWindow, framed, tellAround } from './framed.ts'
import { lazyPart } from './lazy-part.tsx'
import styles from './page-frame.module.css'

/** Few need it, so it loads when the session has ended. */
const SignInAgain = lazyPart(async () => (await import('@lintel/ui/sign-in-again')).SignInAgain)

/** The frame of a page: the device and the signed-in account. Without a header, only the page. */
export function PageFrame(props: { titleId: MessageId; about: About; children: ReactNode }) {
  const { titleId, about, children } = props
  const text = useText()
  const product = about.brand.ProdShortName
  const name = givenName(about.values, product)
  const device = name ?? product
  const inTitle = name ?? namelessTitle(product, about.values.get(SERIAL))
  const title = text(titleId)
  useEffect(() => {
    document.title = tabTitle(inTitle, title)
  }, [title, inTitle])

  const ended = useStore(session.ended)
  useEffect(followWindow, [])
  useEffect(tellAround, [])

  return (
    <div className={styles[bare ? 'framed' : 'page']}>
      {!bare && (
        <header className={styles['top']}>
          {consoleFor(about) ? (
            <a
              className={styles['brand']}
              href={CONSOLE}
              title={text('ui.backToConsole')}
              aria-label={`${text('ui.backToConsole')}: ${device}`}
            >
              <ArrowLeft size={18} aria-hidden="true" />
              <BrandMark />
              <span>{device}</span>
            </a>
          ) : (
            <span className={styles['brand']}>
              <BrandMark />
              <span>{device}</span>
            </span>
          )}
          <AccountMenu
            user={about.user}
            role={about.role}
            password={about.role === 'admin' ? passwordOf(about.user) : undefined}
            onSignOut={leave}
          />
        </header>
      )}
      {/* In a frame, the surrounding page has the main landmark. */}
      {framed ? (
        <div className={styles['main']}>{children}</div>
      ) : (
        <main className={styles['main']}>{children}</main>
      )}
      {!framed && <ToastRegion />}
      {!framed && ended && (
        <SignInAgain
          open
          user={about.user}
          onSignIn={(user, password) => signInAgain(about.user, user, password)}
          onLeave={() => location.assign(signInAddress())}
        />
      )}
    </div>
  )
}

/** The console, and there the account whose password is changed. */
const CONSOLE = atSite('/webapp/hw/')
const passwordOf = (user: string) => `${CONSOLE}#/users/edit/${encodeURIComponent(user)}`

/** Whether the console opens for this account: on audio products only for administrators. A §1. */
const consoleFor = ({ role, brand }: About): boolean =>
  role === 'admin' || categoryOf(brand.ProdType) !== 'audio'

async function leave(): Promise<void> {
  await client.call(signOut, {})
  location.assign(signInAddress())
}
