import { FIELD_SHOWN, FIELD_WAIT } from '../timing.ts'

/** The control of that name in a page, or what is marked as the field. */
function fieldIn(page: ParentNode, field: string): HTMLElement | undefined {
  const name = CSS.escape(field)
  return (
    page.querySelector<HTMLElement>(`[name="${name}"]:checked`) ??
    page.querySelector<HTMLElement>(`[name="${name}"], [data-field="${name}"]`) ??
    undefined
  )
}

/**
 * Brings a field of the open page into sight, marks it for a moment and gives it the focus. Pages
 * load: it is waited for. Resolves once it is shown, when it does not come, and when `signal` says
 * that nobody looks for it any more.
 */
export function showField(field: string, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const seen = new MutationObserver(look)
    const timer = setTimeout(stop, FIELD_WAIT)
    signal.addEventListener('abort', stop)

    function stop() {
      seen.disconnect()
      clearTimeout(timer)
      resolve()
    }

    function look() {
      if (signal.aborted) {
        stop()
        return
      }
      const page = document.querySelector('main')
      const element = page && fieldIn(page, field)
      if (!element) return
      stop()
      mark(element)
    }

    seen.observe(document.body, { childList: true, subtree: true })
    look()
  })
}

function mark(element: HTMLElement): void {
  element.scrollIntoView({ block: 'center' })
  element.focus({ preventScroll: true })
  if (document.activeElement !== element) {
    // What only stands there, or is disabled, still tells screen readers where one is.
    const place = element.matches(':disabled') ? element.parentElement : element
    place?.setAttribute('tabindex', '-1')
    place?.focus({ preventScroll: true })
  }
  const row = element.closest<HTMLElement>('[data-row]') ?? element
  row.dataset['found'] = ''
  setTimeout(() => {
    delete row.dataset['found']
  }, FIELD_SHOWN)
}
