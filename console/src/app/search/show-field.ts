import { FIELD_SHOWN, FIELD_WAIT } from '../timing.ts'

/** The first control with one of these names in a page, or the element marked as the field. */
function fieldIn(page: ParentNode, names: readonly string[]): HTMLElement | undefined {
  return names
    .map((name) => CSS.escape(name))
    .flatMap((name) => [
      ...page.querySelectorAll<HTMLElement>(`[name="${name}"]:checked`),
      ...page.querySelectorAll<HTMLElement>(`[name="${name}"], [data-field="${name}"]`),
    ])[0]
}

/**
 * Scrolls a field of the open page into view, highlights it briefly and focuses it. Waits for the
 * page to load. Resolves once it is shown, when it does not appear, or when `signal` is aborted.
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
      const element = page && fieldIn(page, field.split(','))
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
    // An element without a control, or a disabled one, still gets the focus for screen readers.
    const place = element.matches(':disabled') ? element.parentElement : element
    place?.setAttribute('tabindex', '-1')
    place?.focus({ preventScroll: true })
  }
  for (const before of document.querySelectorAll<HTMLElement>('[data-found]')) {
    delete before.dataset['found']
  }
  const row = element.closest<HTMLElement>('[data-row], label') ?? element
  row.dataset['found'] = ''
  setTimeout(() => {
    delete row.dataset['found']
  }, FIELD_SHOWN)
}
