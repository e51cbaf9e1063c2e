/**
 * What a page in a frame and the page around it tell each other. Both are pages of the device:
 * messages of another origin, and from another window, are ignored.
 */
import { TOAST_TIME } from './toast-store.ts'
import type { Toast } from './toast-store.ts'
import type { Loss } from './unsaved.tsx'

/** What a framed page tells the page around it. */
export type FrameMessage =
  /** What leaving the framed page would lose; null for nothing. */
  | { about: 'unsaved'; loss: Loss | null }
  /** A toast, which the frame would cut off. */
  | { about: 'toast'; toast: Toast }
  /** A call of the framed page needs a sign-in. */
  | { about: 'signedOut' }
  | ViewChange

/**
 * The framed page wants to show another view, empty for its first one: as a step of its own in the
 * browser's history (`open`), in place of the view on show (`replace`), or by going back (`close`).
 */
export interface ViewChange {
  about: 'view'
  view: string
  how: 'open' | 'replace' | 'close'
}

/**
 * What the page around tells the framed one: the keys that save were pressed outside the frame
 * (`save`), or the person has signed in again (`signedIn`).
 */
export interface AroundMessage {
  about: 'save' | 'signedIn'
}

const LOSSES: readonly unknown[] = [null, 'values', 'upload'] satisfies (Loss | null)[]
const HOWS: readonly unknown[] = ['open', 'replace', 'close'] satisfies ViewChange['how'][]

function isToast(value: unknown): value is Toast {
  const { status, text, size } = (value ?? {}) as Partial<Record<keyof Toast, unknown>>
  return (
    typeof status === 'string' &&
    Object.hasOwn(TOAST_TIME, status) &&
    typeof text === 'string' &&
    (size === undefined || size === 'small' || size === 'large')
  )
}

function isFrameMessage(data: unknown): data is FrameMessage {
  if (typeof data !== 'object' || data === null || !('about' in data)) return false
  const { about, loss, toast, view, how } = data as Record<string, unknown>
  if (about === 'unsaved') return LOSSES.includes(loss)
  if (about === 'toast') return isToast(toast)
  if (about === 'signedOut') return true
  return about === 'view' && typeof view === 'string' && HOWS.includes(how)
}

const isAroundMessage = (data: unknown): data is AroundMessage =>
  typeof data === 'object' &&
  data !== null &&
  'about' in data &&
  (data.about === 'save' || data.about === 'signedIn')

/** Sends a message from a framed page to the page around it. */
export function tellPageAround(message: FrameMessage): void {
  window.parent.postMessage(message, location.origin)
}

/** Sends a message to a framed page. */
export function tellFrame(
  frame: Pick<HTMLIFrameElement, 'contentWindow'>,
  message: AroundMessage,
): void {
  frame.contentWindow?.postMessage(message, location.origin)
}

/**
 * Receives the messages of a framed page.
 * @param frame the frame at the time of a message
 * @returns a function that stops it
 */
export const listenToFrame = (
  frame: () => Pick<HTMLIFrameElement, 'contentWindow'> | null,
  onMessage: (message: FrameMessage) => void,
): (() => void) => listenTo(() => frame()?.contentWindow, isFrameMessage, onMessage)

/**
 * Receives the messages of the page around a framed one.
 * @returns a function that stops it
 */
export const listenToPageAround = (onMessage: (message: AroundMessage) => void): (() => void) =>
  listenTo(() => window.parent, isAroundMessage, onMessage)

function listenTo<M>(
  sender: () => Window | null | undefined,
  isMessage: (data: unknown) => data is M,
  onMessage: (message: M) => void,
): () => void {
  function receive({ origin, source, data }: MessageEvent<unknown>) {
    if (origin !== location.origin || source === null) return
    if (source === sender() && isMessage(data)) onMessage(data)
  }
  addEventListener('message', receive)
  return () => removeEventListener('message', receive)
}
