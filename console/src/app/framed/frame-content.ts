import { atSite } from '@lintel/contract/site'
/** The content of a frame, as far as the page around it can tell. */
export type FrameContent =
  /** A page of the device: path, query and fragment. */
  | { kind: 'page'; address: string }
  /** The session has ended: it shows the sign-in page. */
  | { kind: 'signIn' }
  /** The device refused the page, or has none there. */
  | { kind: 'refused' }
  /** No answer, a page from elsewhere, or another page of the device. */
  | { kind: 'unknown' }

/**
 * Inspects a frame that has loaded.
 * @param src the address of the only page that it may show; its query and fragment may differ
 */
export function contentOf(
  frame: Pick<HTMLIFrameElement, 'contentWindow'>,
  src: string | undefined,
): FrameContent {
  try {
    const { contentWindow: view } = frame
    if (!view || view.location.protocol === 'about:') return { kind: 'unknown' }
    const { pathname, search, hash } = view.location
    if (pathname === atSite('/sign-in')) return { kind: 'signIn' }
    const [opened] = view.performance.getEntriesByType('navigation')
    const status = (opened as PerformanceNavigationTiming | undefined)?.responseStatus ?? 0
    if (status >= 400) return { kind: 'refused' }
    const isOther = src !== undefined && pathname !== new URL(src, view.location.href).pathname
    if (isOther) return { kind: 'unknown' }
    return { kind: 'page', address: pathname + search + hash }
  } catch {
    // Another origin, such as the browser's error page for a device that is gone.
    return { kind: 'unknown' }
  }
}

/** The height of a frame's content in pixels; undefined while there is none to measure. */
export function heightOf(frame: Pick<HTMLIFrameElement, 'contentDocument'>): number | undefined {
  try {
    const body = frame.contentDocument?.body
    return body ? Math.ceil(body.getBoundingClientRect().height) : undefined
  } catch {
    return undefined
  }
}

/**
 * Calls back when the content of a frame grows or shrinks, before it is painted, so that a button
 * about to be pressed does not move. Stops when another document loads, until it is called again.
 */
export function followHeight(
  frame: Pick<HTMLIFrameElement, 'contentDocument'> | null,
  onChange: () => void,
): () => void {
  const body = frame?.contentDocument?.body
  const view = body?.ownerDocument.defaultView
  if (!body || !view) return () => {}
  const observer = new view.ResizeObserver(onChange)
  observer.observe(body)
  return () => observer.disconnect()
}
