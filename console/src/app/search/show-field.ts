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

/** A hidden element can't be focused, so a framed page counts once its frame shows. */
const isShown = (frame: HTMLIFrameElement): boolean =>
  getComputedStyle(frame).visibility === 'visible'

/**
 * Scrolls a field of the open page, or of the device's page framed there, into view, highlights it
 * briefly and focuses it. Waits for the page to load. Resolves once it is shown, when it does not
 * appear, or when `signal` is aborted.
 */
export function showField(field: string, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const seen = new MutationObserver(look)
    const timer = setTimeout(stop, FIELD_WAIT)
    signal.addEventListener('abort', stop)

    const frames = new AbortController()

    function stop() {
      seen.disconnect()
      frames.abort()
      clearTimeout(timer)
      resolve()
    }

    function look() {
      if (signal.aborted) {
        stop()
        return
      }
      const page = document.querySelector('main')
      if (!page) return
      const framed = Array.from(page.querySelectorAll('iframe'), follow)
      const element = [page, ...framed]
        .map((place) => place && fieldIn(place, field.split(',')))
        .find(Boolean)
      if (!element) return
      stop()
      mark(element)
    }

    /** The page in a frame, once it shows. Looks again when it changes. */
    function follow(frame: HTMLIFrameElement): Document | null {
      frame.addEventListener('load', look, frames)
      const inside = frame.contentDocument
      if (inside) seen.observe(inside, { childList: true, subtree: true })
      return isShown(frame) ? inside : null
    }

    seen.observe(document.body, {
      childList: true,
      subtree: true,
      attributeFilter: ['data-shown'],
    })
    look()
  })
}

function mark(element: HTMLElement): void {
  element.scrollIntoView({ block: 'center' })
  element.focus({ preventScroll: true })
  if (element.ownerDocument.activeElement !== element) {
    // An element without a control, or a disabled one, still gets the focus for screen readers.
    const place = element.matches(':disabled') ? element.parentElement : element
    place?.setAttribute('tabindex', '-1')
    place?.focus({ preventScroll: true })
  }
  for (const before of element.ownerDocument.querySelectorAll<HTMLElement>('[data-found]')) {
    delete before.dataset['found']
  }
  const row = element.closest<HTMLElement>('[data-row], label') ?? element
  row.dataset['found'] = ''
  setTimeout(() => {
    delete row.dataset['found']
  }, FIELD_SHOWN)
}
