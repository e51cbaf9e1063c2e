import { atSite } from '@lintel/contract/site'
import { Button, LinkButton } from '@lintel/ui/button'
import { useText } from '@lintel/ui/i18n'
import { Loading } from '@lintel/ui/loading'
import { Notice } from '@lintel/ui/notice'
import { listenToFrame, tellFrame } from '@lintel/ui/frame-messages'
import { SAVES, useSaveKey } from '@lintel/ui/save-key'
import { showToast } from '@lintel/ui/toast'
import { guardStrayDrops } from '@lintel/ui/stray-drops'
import { useUnsaved } from '@lintel/ui/unsaved'
import type { Loss } from '@lintel/ui/unsaved'
import { ExternalLink } from 'lucide-react'
import { useCallback, useEffect, useRef, useState } from 'react'
import { session } from '../device.ts'
import { history } from '../routing/history.ts'
import { useStore } from '@lintel/ui/store'
import { FRAME_LATE, FRAME_MEASURE, FRAME_SHOWN_AFTER } from '../timing.ts'
import { contentOf, followHeight, heightOf } from './frame-content.ts'
import type { FrameContent } from './frame-content.ts'
import styles from './framed.module.css'

/** Minimum height of a frame in pixels, so that it does not jump while its page is empty. */
const LOWEST = 240
/** The most that the shell leaves free below a page, in pixels. */
const ROOM_BELOW = 144

/**
 * Extends to the lower edge of the window, so that messages don't cover the buttons of a short
 * page.
 */
function restOfWindow(element: HTMLElement): number {
  const top = element.getBoundingClientRect().top + window.scrollY
  return Math.max(window.innerHeight - top - ROOM_BELOW, LOWEST)
}

/** Asks for the password, and tells the framed page when its calls can be repeated. */
async function signInFor(frame: HTMLIFrameElement | null): Promise<void> {
  await session.signedInAgain()
  if (frame) tellFrame(frame, { about: 'signedIn' })
}

const saveInside = (frame: HTMLIFrameElement) => tellFrame(frame, { about: 'save' })

/** The address of a view of the framed page. */
const addressOf = (src: string, view: string) =>
  view === '' ? src : `${src}#${new URLSearchParams({ view }).toString()}`

export interface FramedProps {
  /** Path of the page with its fragment. */
  src: string
  /** A title for people who can't see it. */
  title: string
  /** Called with the new address whenever the framed page navigates by itself. */
  onAddress?: (address: string) => void
  /** The page has views, which are steps in the browser's history (`history.view`). */
  views?: boolean
}

/**
 * A page of the device inside this one. It appears soon after it has loaded, and grows with its content.
 * If another page loads instead, this is reported, with a link to open it in its own window. A §2
 * Events, A §9 (EXPECT-34, EXPECT-35).
 */
export function Framed(props: FramedProps) {
  const [tries, setTries] = useState(0)
  const retry = useCallback(() => setTries((count) => count + 1), [])
  return <Frame key={`${props.src} ${tries}`} {...props} onRetry={retry} />
}

function Frame(props: FramedProps & { onRetry: () => void }) {
  const { title, onAddress, views = false, onRetry } = props
  const src = atSite(props.src)
  const text = useText()
  const frame = useRef<HTMLIFrameElement>(null)
  const [content, setContent] = useState<FrameContent>()
  const [late, setLate] = useState(false)
  const [shown, setShown] = useState(false)
  const [height, setHeight] = useState(LOWEST)
  const [loss, setLoss] = useState<Loss | null>(null)
  const view = useStore(history.view)
  const [first] = useState(views ? addressOf(src, view) : src)
  const tell = useRef(onAddress)
  // A file meant for the framed page may be dropped outside it, and would replace the console.
  useEffect(() => guardStrayDrops(), [])
  useEffect(() => {
    tell.current = onAddress
  })

  useEffect(() => {
    const timer = setTimeout(() => setLate(true), FRAME_LATE)
    return () => clearTimeout(timer)
  }, [])

  // Its page was opened after the session had ended.
  const isSignIn = content?.kind === 'signIn'
  useEffect(() => {
    if (!isSignIn) return undefined
    const leave = new AbortController()
    session.signedInAgain(leave.signal).then(onRetry, () => {})
    return () => leave.abort()
  }, [isSignIn, onRetry])

  // Whoever is told of its addresses lets it show other pages.
  const only = onAddress ? undefined : src

  const isPage = content?.kind === 'page'
  useUnsaved(isPage && loss !== null, loss ?? 'values')
  // Ctrl S in this page, around the frame.
  useSaveKey(frame, isPage && loss === 'values', saveInside)
  useEffect(
    () =>
      listenToFrame(
        () => frame.current,
        (message) => {
          if (message.about === 'unsaved') setLoss(message.loss)
          else if (message.about === 'toast') showToast(message.toast)
          else if (message.about === 'signedOut') void signInFor(frame.current)
          else if (views) history.setView(message.view, message.how)
        },
      ),
    [views],
  )
  useEffect(() => {
    const inside = frame.current?.contentWindow
    if (!views || !isPage || !inside) return
    const wanted = new URL(addressOf(src, view), location.href)
    if (inside.location.hash === wanted.hash) return
    // Replaced, because the history of this page has the steps. Without a fragment it would load
    // again.
    wanted.hash ||= '#'
    inside.location.replace(wanted.href)
  }, [views, view, isPage, src])
  useEffect(() => {
    if (!isPage) return undefined
    let address = src
    const showing = setTimeout(() => setShown(true), FRAME_SHOWN_AFTER)
    const measuring = setInterval(measure, FRAME_MEASURE)
    function measure() {
      const element = frame.current
      if (!element) return
      setHeight(Math.max(heightOf(element) ?? 0, restOfWindow(element)))
      const now = contentOf(element, only)
      if (now.kind !== 'page') {
        setContent(now)
        return
      }
      if (now.address === address) return
      address = now.address
      tell.current?.(address)
    }
    measure()
    const unfollow = followHeight(frame.current, measure)
    return () => {
      clearTimeout(showing)
      clearInterval(measuring)
      unfollow()
    }
  }, [isPage, src, only])

  const failed = content !== undefined && !isPage
  return (
    <>
      {(failed || (late && !content)) && (
        <Notice
          status={failed ? 'crit' : 'warn'}
          title={text(failed ? `framed.${content.kind}` : 'framed.late')}
          action={
            <span className={styles['actions']}>
              <Button onClick={onRetry}>{text('ui.retry')}</Button>
              <LinkButton
                href={src}
                target="_blank"
                rel="noreferrer"
                icon={<ExternalLink size={16} aria-hidden="true" />}
              >
                {text('framed.ownWindow')}
              </LinkButton>
            </span>
          }
        />
      )}
      {!failed && !shown && <Loading />}
      {!failed && (
        // oxlint-disable-next-line react/iframe-missing-sandbox -- a page of the device itself, with all that it needs
        <iframe
          ref={frame}
          {...SAVES}
          src={first}
          title={title}
          className={styles['frame']}
          style={{ blockSize: height }}
          data-shown={shown || undefined}
          onLoad={(event) => setContent(contentOf(event.currentTarget, only))}
        />
      )}
    </>
  )
}
