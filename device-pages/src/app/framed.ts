import { yesNo } from '@lintel/contract/parameters/codec'

/** Whether another page of the device shows this one in a frame, whose own top bar is enough. */
export const framed: boolean = window.self !== window.top

/** Whether the page has no header: in a frame, or when the address requests it (A §2 Events). */
export const bare: boolean =
  framed || yesNo.decode(new URLSearchParams(window.location.search).get('aca') ?? 'no')

/** Scrolls to the top of the page, or of the page that shows it in a frame. */
export function scrollToTop(): void {
  // Null in a page of another origin, which can't be scrolled from here.
  const outside = window.frameElement ? window.parent : window
  outside.scrollTo(0, 0)
}

/**
 * Keeps the sticky elements at the lower edge visible: a frame as high as its page extends below
 * the window.
 */
export function followWindow(): () => void {
  const outside = window.parent
  const frame = window.frameElement
  if (!frame || outside === window) return () => {}
  function follow() {
    const { bottom } = frame?.getBoundingClientRect() ?? { bottom: 0 }
    const below = Math.max(bottom - outside.innerHeight, 0)
    document.documentElement.style.setProperty('--shell-bottom', `${below}px`)
  }
  follow()
  // The frame itself has been resized.
  addEventListener('resize', follow)
  outside.addEventListener('scroll', follow, { passive: true })
  outside.addEventListener('resize', follow)
  return () => {
    removeEventListener('resize', follow)
    outside.removeEventListener('scroll', follow)
    outside.removeEventListener('resize', follow)
  }
}
