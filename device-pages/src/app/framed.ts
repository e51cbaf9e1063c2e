import { yesNo } from '@lintel/contract/parameters/codec'

/** Whether another page of the device shows this one in a frame: its own top bar is enough then. */
export const framed: boolean = window.self !== window.top

/** Whether it stands without a head of its own: in a frame, or where that is asked for (A §2 Events). */
export const bare: boolean =
  framed || yesNo.decode(new URLSearchParams(window.location.search).get('aca') ?? 'no')

/**
 * Keeps what stands at the lower edge of the window in sight: a frame that is as high as its page
 * ends below what is seen of it.
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
  // The frame itself has grown or shrunk.
  addEventListener('resize', follow)
  outside.addEventListener('scroll', follow, { passive: true })
  outside.addEventListener('resize', follow)
  return () => {
    removeEventListener('resize', follow)
    outside.removeEventListener('scroll', follow)
    outside.removeEventListener('resize', follow)
  }
}
