type ToastStatus = 'ok' | 'info' | 'warning' | 'critical'

export interface Toast {
  status: ToastStatus
  text: string
  size?: 'small' | 'large'
  /** A button, which also closes the toast. It can't be handed over to another page. */
  action?: { label: string; onPress: () => void }
  /** It is about how the open page was reached, and ends when the person opens another one. */
  ofPage?: boolean
}

export interface ShownToast extends Toast {
  id: number
  /** How many pages were opened since. */
  pages: number
}

/** How long a toast stays, in milliseconds; a critical one stays until it is closed. */
export const TOAST_TIME: Record<ToastStatus, number> = {
  ok: 5_000,
  info: 5_000,
  warning: 10_000,
  critical: Number.POSITIVE_INFINITY,
}

/** More at once would cover the page. */
const TOASTS_MAX = 3

let shown: readonly ShownToast[] = []
let lastId = 0
const listeners = new Set<() => void>()

function set(next: readonly ShownToast[]): void {
  shown = next
  listeners.forEach((listener) => listener())
}

/** Shows the toasts of this page instead, as a page around it does. */
let elsewhere: ((toast: Toast) => void) | undefined

/** Hands all toasts over, until the returned function is called. */
export function showToastsElsewhere(show: (toast: Toast) => void): () => void {
  elsewhere = show
  return () => {
    elsewhere = undefined
  }
}

/** Adds a toast; the same text replaces its older toast, and the oldest is dropped. */
export function addToast(toast: Toast): void {
  if (elsewhere) {
    elsewhere(toast)
    return
  }
  lastId += 1
  const others = shown.filter(({ text, status }) => text !== toast.text || status !== toast.status)
  set([...others, { ...toast, id: lastId, pages: 0 }].slice(-TOASTS_MAX))
}

/**
 * Another page has been opened. Toasts outlive one such change, as a save may open a list itself,
 * but those of a page none, and critical ones every one.
 */
export function pageOpened(): void {
  if (shown.length === 0) return
  const kept = shown.map((toast) => ({ ...toast, pages: toast.pages + 1 }))
  set(kept.filter(({ status, ofPage, pages }) => status === 'critical' || (!ofPage && pages < 2)))
}

/** The id of the newest toast. */
export const newestToast = (): number => lastId

/** Closes the failures that were reported after one toast and up to another: their cause is gone. */
export function closeFailures(after: number, upTo: number): void {
  set(shown.filter(({ status, id }) => status !== 'critical' || id <= after || id > upTo))
}

export function removeToast(id: number): void {
  set(shown.filter((toast) => toast.id !== id))
}

export const currentToasts = (): readonly ShownToast[] => shown

export function subscribeToToasts(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
