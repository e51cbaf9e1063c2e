import {
  addToast,
  currentToasts,
  pageOpened,
  removeToast,
  showToastsElsewhere,
} from './toast-store.ts'

/** Shows a message for a while, from anywhere in the page. */
export { addToast as showToast, pageOpened, showToastsElsewhere }

/** Closes the toasts with this text, once it no longer applies. */
export function closeToast(text: string): void {
  for (const toast of currentToasts()) if (toast.text === text) removeToast(toast.id)
}
