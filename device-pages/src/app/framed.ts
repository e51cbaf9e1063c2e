import { listenToPageAround, tellPageAround } from '@lintel/ui/frame-messages'
import type { ViewChange } from '@lintel/ui/frame-messages'
import { pressSaveKey } from '@lintel/ui/save-key'
import { showToastsElsewhere } from '@lintel/ui/toast'
import { lossNow, subscribeToUnsaved } from '@lintel/ui/unsaved'
import { useSyncExternalStore } from 'react'
import { yesNo } from '@lintel/contract/parameters/codec'

/** Whether another page of the device shows this one in a frame, whose own top bar is enough. */
export const framed: boolean = window.self !== window.top

/** Whether the page has no header: in a frame, or when the address requests it (A §2 Events). */
export const bare: boolean =
  framed || yesNo.decode(new URLSearchParams(window.location.search).get('aca') ?? 'no')

/** The title of the page's first card, which the page's header or the tab around its frame says above it. */
export const namedAbove = (title: string) => (bare && !framed ? { title } : { label: title })

/** Scrolls to the top of the page, or of the page that shows it in a frame. */
export function scrollToTop(): void {
  // Null in a page of another origin, which can't be scrolled from here.
  const outside = window.frameElement ? window.parent : window
  outside.scrollTo(0, 0)
}

/** Room below the save bar of a short page, so that the frame does not cut its shadow, in pixels. */
const SHADOW_BELOW = 16

const tellLoss = () => tellPageAround({ about: 'unsaved', loss: lossNow() })

/**
 * Keeps the page around informed of what leaving would lose, lets it show the toasts, and saves when
 * it asks for that.
 */
export function tellAround(): () => void {
  if (!framed) return () => {}
  tellLoss()
  const stops = [
    subscribeToUnsaved(tellLoss),
    showToastsElsewhere((toast) => tellPageAround({ about: 'toast', toast })),
    listenToPageAround(({ about }) => {
      if (about === 'save') pressSaveKey()
    }),
  ]
  return () => stops.forEach((stop) => stop())
}

/** The view of the page, from the fragment of its address; empty for the first one. */
export interface Viewing {
  view: string
  /** Shows another view. In a frame each step that opens one can be gone back. */
  show: (view: string, how: ViewChange['how']) => void
}

function onView(listener: () => void): () => void {
  addEventListener('hashchange', listener)
  return () => removeEventListener('hashchange', listener)
}

const viewNow = () => new URLSearchParams(location.hash.slice(1)).get('view') ?? ''

/** The page around asks about unsaved changes first, then sets the fragment. */
function show(view: string, how: ViewChange['how']): void {
  if (framed) tellPageAround({ about: 'view', view, how })
  else location.replace(view === '' ? '#' : `#${new URLSearchParams({ view }).toString()}`)
}

/** A page with several views, such as a list and the form for a new row. */
export const useView = (): Viewing => ({ view: useSyncExternalStore(onView, viewNow), show })

/**
 * Keeps sticky elements visible: a frame as high as its page extends above and below the window.
 * `--frame-above` is what the page around hides of it, `--shell-bottom` what is below the window,
 * and `--window-height` the window's own height.
 */
export function followWindow(): () => void {
  const outside = window.parent
  const frame = window.frameElement
  if (!frame || outside === window) return () => {}
  function follow() {
    if (!frame) return
    const { top, bottom } = frame.getBoundingClientRect()
    const bar = Number.parseFloat(outside.getComputedStyle(frame).getPropertyValue('--shell-top'))
    const above = Math.max((bar || 0) - top, 0)
    const below = Math.max(bottom - outside.innerHeight, SHADOW_BELOW)
    const { style } = document.documentElement
    style.setProperty('--window-height', `${outside.innerHeight}px`)
    style.setProperty('--frame-above', `${above}px`)
    style.setProperty('--shell-bottom', `${below}px`)
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
