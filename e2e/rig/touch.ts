import type { CDPSession, Frame, Page } from '@playwright/test'

/** The least width and height of what a finger hits. WCAG 2.5.5. */
const FINGER = 44

const sessions = new WeakMap<Page, CDPSession>()

/** Runs something while the page's screen is a touch screen: its media queries follow at once. */
export async function withTouch<T>(page: Page, act: () => Promise<T>): Promise<T> {
  const session = sessions.get(page) ?? (await page.context().newCDPSession(page))
  sessions.set(page, session)
  const touch = (enabled: boolean) =>
    session.send('Emulation.setTouchEmulationEnabled', { enabled })
  await touch(true)
  try {
    return await act()
  } finally {
    await touch(false)
  }
}

/**
 * Describes the controls on the page in its current state that a finger may miss: those whose hit
 * box, with their label and their pseudo-elements, is narrower or lower than 44 pixels. Links in
 * running text are exempt, as their height is that of the line.
 */
export function smallTargets(page: Page | Frame): Promise<string[]> {
  return page.evaluate(async (finger) => {
    // What is placed by measured heights follows a change of the media in the next frame.
    const frame = () => new Promise((resolve) => requestAnimationFrame(resolve))
    await frame()
    await frame()
    const scrolled = [window.scrollX, window.scrollY] as const
    const modal = document.querySelector('dialog:modal')
    const controls = [
      ...(modal ?? document).querySelectorAll<HTMLElement>(
        'a[href], button, input, select, textarea, summary, [role="button"], [role="option"]',
      ),
    ]
      .filter((element) => element.checkVisibility({ visibilityProperty: true }))
      .filter((element) => !element.matches(':disabled') && element.closest('[inert]') === null)
      .filter((element) => element.getBoundingClientRect().width > 1)
      .filter((element) => getComputedStyle(element).clipPath === 'none')
      .filter((element) => !isInText(element))
    const small = controls.flatMap((element) => {
      element.scrollIntoView({ block: 'center', inline: 'nearest' })
      const hit = sizeOf(element)
      if (hit === undefined) return [`Covered: ${named(element)}`]
      const [width, height] = hit
      // A box between two pixels may have one less.
      return Math.min(width, height) < finger - 1 ? [`${width} × ${height}: ${named(element)}`] : []
    })
    window.scrollTo(...scrolled)
    return small

    function named(element: Element): string {
      return element.outerHTML.replaceAll(/<svg.*?<\/svg>/gs, '').slice(0, 160)
    }

    /** Whether it is a link between words. */
    function isInText(element: HTMLElement): boolean {
      if (!element.matches('a, button')) return false
      if (getComputedStyle(element).display !== 'inline') return false
      const block = element.closest('p, small, dd, td, li, figcaption, span, div')
      const text = block?.textContent.trim() ?? ''
      return text.length > element.textContent.trim().length + 2
    }

    /** What a finger can hit instead, as it does the same. */
    function targetsOf(element: HTMLElement): readonly Element[] {
      const labels = element.matches('[type="checkbox"], [type="radio"], [type="file"]')
        ? [...((element as HTMLInputElement).labels ?? [])]
        : []
      return [element, ...labels]
    }

    /** Width and height of what is hit through its middle, up to the size of a finger. */
    function sizeOf(element: HTMLElement): [number, number] | undefined {
      const targets = targetsOf(element)
      const sizes = targets.flatMap((target) => {
        const { left, right, top, bottom } = target.getBoundingClientRect()
        const [x, y] = [(left + right) / 2, (top + bottom) / 2]
        const hits = (atX: number, atY: number) => {
          const there = document.elementFromPoint(atX, atY)
          return there !== null && targets.some((one) => one.contains(there))
        }
        if (!hits(x, y)) return []
        const reach = (across: number, down: number) => {
          let steps = 0
          while (steps < 60 && hits(x + across * (steps + 1), y + down * (steps + 1))) steps += 1
          return steps
        }
        return [[1 + reach(1, 0) + reach(-1, 0), 1 + reach(0, 1) + reach(0, -1)] as const]
      })
      if (sizes.length === 0) return undefined
      return [
        Math.max(...sizes.map(([width]) => width)),
        Math.max(...sizes.map(([, height]) => height)),
      ]
    }
  }, FINGER)
}
