import { namelessTitle, tabTitle } from '@lintel/contract/device-name'
import { useText } from '@lintel/ui/i18n'
import { useEffect, useRef } from 'react'
import { usePath } from '../routing/history.ts'
import { useRoute } from '../routing/open-page.tsx'

/**
 * Sets the window's title and announces a new page to screen readers; moves the focus to the page,
 * and to its heading once that exists, so that the keyboard continues there.
 */
export function PageTitle(props: {
  product: string
  /** The name that somebody gave the device. */
  name: string | undefined
  serial: string | undefined
}) {
  const { product, name, serial } = props
  const text = useText()
  const path = usePath()
  const route = useRoute()
  const page = 'page' in route ? route.page : undefined
  const title = page ? text(page.titleId) : ''
  const shown = useRef(path)

  useEffect(() => {
    // The overview has the product's short name (A §1), which names a device without another name.
    const overview = page === undefined || page.path === '/'
    const device = name ?? namelessTitle(product, serial)
    document.title =
      overview && name === undefined ? device : tabTitle(device, overview ? product : title)
  }, [page, title, product, name, serial])

  useEffect(() => {
    if (shown.current === path) return undefined
    shown.current = path
    scrollTo(0, 0)
    return focusPage()
  }, [path])

  return <output className="sr-only">{title}</output>
}

/** @returns a function that stops waiting for the heading */
function focusPage(): (() => void) | undefined {
  const main = document.querySelector('main')
  if (!main) return undefined
  main.focus({ preventScroll: true })
  const seen = new MutationObserver(look)

  function look() {
    const heading = main?.querySelector('h1')
    // Not if the focus has moved on in the meantime.
    const waiting = document.activeElement === main
    if (heading && waiting) heading.focus({ preventScroll: true })
    if (heading || !waiting) seen.disconnect()
  }

  seen.observe(main, { childList: true, subtree: true })
  look()
  return () => {
    seen.disconnect()
  }
}
