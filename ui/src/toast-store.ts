type ToastStatus = 'ok' | 'info' | 'warning' | 'critical'

export interface Toast {
  status: ToastStatus
  text: string
  size?: 'small' | 'large'
  /** A button, which also closes the toast. It can't be handed over to another page. */
  action?: { label: string; onPress: () => void }
}

export interface ShownToast extends Toast {
  id: number
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
  set([...others, { ...toast, id: lastId }].slice(-TOASTS_MAX))
}

export function removeToast(id: number): void {
  set(shown.filter((toast) => toast.id !== id))
}

export const currentToasts = (): readonly ShownToast[] => shown

export function subscribeToToasts(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
