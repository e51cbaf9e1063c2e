import '@lintel/ui/wide.css'
import { givenName } from '@lintel/contract/device-name'
import { useText } from '@lintel/ui/i18n'
import { lazyComponent } from '@lintel/ui/lazy'
import { pageOpened, showToast } from '@lintel/ui/toast'
import { ArrowLeft } from 'lucide-react'
import { useEffect, useState } from 'react'
import { loadChunk } from '../chunk.ts'
import { connection, session } from '../device.ts'
import { outcome } from '../restart/return-to-page.ts'
import { ErrorBoundary } from '../routing/error-boundary.tsx'
import { history, usePath } from '../routing/history.ts'
import { OpenPage, useRoute } from '../routing/open-page.tsx'
import { hrefTo, paths } from '../routing/paths.ts'
import { UnsavedGuard } from '../routing/unsaved-guard.tsx'
import { brand } from '../start/brand.ts'
import { useStore } from '@lintel/ui/store'
import { useViewpoint } from '../viewpoint.ts'
import { ConnectionBanner, Notices, ToastRegion } from './loaded-later.tsx'
import { PageTitle } from './page-title.tsx'
import { SearchDialog } from './search-dialog.tsx'
import styles from './shell.module.css'
import { Sidebar } from './sidebar.tsx'
import { TopBar } from './top-bar.tsx'
import { deniedNotice } from './denied-notice.ts'

/** Beside the first load, as only narrow windows show it; its place is kept. */
const Foot = lazyComponent(
  () => loadChunk('foot', async () => (await import('./foot.tsx')).Foot),
  null,
)

/** Loads when a session has ended. */
const SessionDialog = lazyComponent(
  () =>
    loadChunk(
      'sign-in-again',
      async () => (await import('../session/session-dialog.tsx')).SessionDialog,
    ),
  null,
)

/**
 * The frame around every page: sidebar, top bar and, in a narrow window, the footer with the menu.
 */
export function Shell() {
  const text = useText()
  const pathname = usePath()
  const product = useStore(brand)?.ProdShortName ?? ''
  const { parameters } = useViewpoint()
  const name = givenName(parameters, product)
  const [menu, setMenu] = useState<string>()
  const open = menu === pathname
  // It closes once it has led to another page, and stays closed when somebody returns.
  if (menu !== undefined && !open) setMenu(undefined)
  const route = useRoute()
  const bare = 'page' in route && route.page.bare === true
  const ended = useStore(session.ended)
  usePassingToasts()
  useDeniedNotice()
  useRestartNotice()
  useRequestedField()

  useEffect(() => {
    if (!open) return undefined
    const close = (event: KeyboardEvent) => {
      if (event.key === 'Escape') setMenu(undefined)
    }
    addEventListener('keydown', close)
    return () => {
      removeEventListener('keydown', close)
    }
  }, [open])

  return (
    <div
      className={styles['app']}
      data-menu={open ? 'open' : undefined}
      data-bare={bare || undefined}
    >
      <a className={styles['skip']} href="#main" onClick={skipToMain}>
        {text('shell.skip')}
      </a>
      {!bare && <Sidebar id="menu" product={product} pathname={pathname} />}
      <TopBar device={name ?? product} />
      <main
        id="main"
        tabIndex={-1}
        className={styles['main']}
        data-gone={useStore(connection.gone) || undefined}
      >
        {bare && (
          <a className={styles['back']} href={hrefTo(paths.overview())}>
            <ArrowLeft size={16} aria-hidden="true" />
            {text('shell.backToOverview')}
          </a>
        )}
        <ErrorBoundary>
          <ConnectionBanner />
          <Notices />
        </ErrorBoundary>
        <OpenPage />
      </main>
      {!bare && (
        <ErrorBoundary quiet>
          <Foot
            menu={open}
            atOverview={pathname === paths.overview()}
            onMenu={() => {
              setMenu(open ? undefined : pathname)
            }}
          />
        </ErrorBoundary>
      )}
      <PageTitle
        product={product}
        name={name}
        serial={parameters.get('root.Properties.System.SerialNumber')}
      />
      <UnsavedGuard />
      <SearchDialog />
      {ended && (
        <ErrorBoundary>
          <SessionDialog />
        </ErrorBoundary>
      )}
      <ErrorBoundary quiet>
        <ToastRegion />
      </ErrorBoundary>
    </div>
  )
}

/** The fragment contains the page, so the link must not replace it. */
function skipToMain(event: { preventDefault(): void }) {
  event.preventDefault()
  document.querySelector<HTMLElement>('main')?.focus()
}

/** Shows the field named in the address. */
function useRequestedField() {
  const field = useStore(history.field)
  useEffect(() => {
    if (field === undefined) return undefined
    const leaving = new AbortController()
    async function show(name: string) {
      const { showField } = await loadChunk('show-field', () => import('../search/show-field.ts'))
      await showField(name, leaving.signal)
      if (!leaving.signal.aborted) history.fieldShown()
    }
    // The page works without it.
    show(field).catch(() => undefined)
    return () => {
      leaving.abort()
    }
  }, [field])
}

/** Reports what came of a restart, with a link back to where it was started. */
function useRestartNotice() {
  const text = useText()
  const done = useStore(outcome)
  useEffect(() => {
    if (!done) return
    outcome.set(undefined)
    showToast({
      status: done === 'restarted' ? 'ok' : 'warning',
      text: text(`shell.${done}`),
      action: {
        label: text('pages.maintenance'),
        onPress: () => history.navigate(paths.maintenance()),
      },
    })
  }, [done, text])
}

/** Toasts end some pages after what they report. */
function usePassingToasts() {
  useEffect(() => history.path.subscribe(pageOpened), [])
}

/** Reports why somebody was redirected to the overview. OPEN-03. */
function useDeniedNotice() {
  const text = useText()
  const reason = useStore(deniedNotice)
  useEffect(() => {
    if (reason === undefined) return
    deniedNotice.set(undefined)
    showToast({ status: 'warning', text: text(reason), ofPage: true })
  }, [reason, text])
}
