import { useText } from '@lintel/ui/i18n'
import { useLocation, useMatches } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { pages } from '../pages.ts'

/**
 * Names the page in the window's title and tells it to screen readers when it changes; the focus
 * goes to the page, so that the keyboard goes on from there.
 */
export function PageTitle({ product }: { product: string }) {
  const text = useText()
  const { pathname } = useLocation()
  const page = pageOf(useMatches().at(-1)?.fullPath)
  const title = page ? text(page.titleId) : ''
  const first = useRef(true)

  useEffect(() => {
    // The overview bears the product's short name alone. A §1.
    document.title = page === undefined || page.path === '/' ? product : `${title} - ${product}`
  }, [page, title, product])

  useEffect(() => {
    if (first.current) first.current = false
    else {
      scrollTo(0, 0)
      document.querySelector<HTMLElement>('main')?.focus({ preventScroll: true })
    }
  }, [pathname])

  return (
    <div className="sr-only" role="status" aria-live="polite">
      {title}
    </div>
  )
}

/** The entry of the table for a route as the router names it. */
function pageOf(route: unknown) {
  const path = route === '' ? '/' : route
  return pages.find((page) => page.path === path)
}
