import type { Page } from '@playwright/test'
import { expect } from '@playwright/test'
import { smallTargets, withTouch } from './touch.ts'

/** The longest possible name and zone. */
export const LONG_NAME = 'The door station at the north-eastern delivery entrance of the'
export const LONG_ZONE = 'America/Argentina/ComodRivadavia'

/** Texts of the device, not of the console: a page may shorten them with an ellipsis. */
const MAY_BE_SHORTENED = [LONG_NAME, LONG_ZONE, 'Europe/Stockholm', 'AXIS A8307-E']

/** Window sizes of phones, small laptops and desktops; 640 × 400 is 1280 × 800 at 200 percent. */
const WINDOWS = [
  { width: 320, height: 640 },
  { width: 390, height: 844 },
  { width: 640, height: 400 },
  { width: 1360, height: 860 },
]

/** The widest window of a phone. */
const PHONE = 400

/**
 * Describes what does not fit on the page in its current state: elements beyond the window or that
 * make it scroll sideways, text that is cut off or overflows its box, and controls that overlap.
 */
function layoutFaults(page: Page): Promise<string[]> {
  return page.evaluate((mayBeCut) => {
    const { scrollWidth, clientWidth } = document.documentElement
    const named = (element: Element) => element.outerHTML.slice(0, 120)
    const shown = [...document.body.querySelectorAll('*')].filter(
      (element) =>
        element.checkVisibility({ visibilityProperty: true, opacityProperty: true }) &&
        // Content for screen readers only, and content that appears on focus.
        element.closest('svg') === null &&
        getComputedStyle(element).clipPath === 'none',
    )
    // A table may scroll in its own container (WCAG 2.2, 1.4.10), and so may a line of tabs.
    const placed = shown.filter((element) => element.closest('table, [data-scrolls]') === null)
    const wide = scrollWidth > clientWidth ? [`The page scrolls to ${scrollWidth}.`] : []

    const hasText = (element: Element) =>
      [...element.childNodes].some((node) => node.nodeType === 3 && node.nodeValue?.trim() !== '')

    const overflowing = placed
      .filter((element) => {
        const { left, right, width } = element.getBoundingClientRect()
        return width > 1 && (left < -1 || right > clientWidth + 1)
      })
      .filter((element) => hasText(element) || element.matches('a, button, input, select'))
      .map((element) => `Beyond the window: ${named(element)}`)

    const cut = shown
      .filter((element) => hasText(element) && element.scrollWidth > element.clientWidth + 1)
      // Inline boxes have no width of their own.
      .filter((element) => element.clientWidth > 0)
      .filter((element) => !mayBeCut.includes(element.textContent.trim()))
      .map((element) => `Cut: ${named(element)}`)

    // Floating layers overlap the page on purpose.
    const controls = shown.filter(
      (element) =>
        element.matches('a, button, input, select, textarea, summary') && !floats(element),
    )
    const boxes = controls.map(boxOf)
    const upon = controls.flatMap((one, index) =>
      controls.slice(index + 1).flatMap((other, further) => {
        const a = boxes[index]
        const b = boxes[index + 1 + further]
        if (!a || !b || one.contains(other) || other.contains(one)) return []
        // The button that shows a password is inside its field.
        if (one.matches('input') && one.parentElement?.contains(other)) return []
        const across = Math.min(a.right, b.right) - Math.max(a.left, b.left)
        const down = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top)
        return across > 1 && down > 1 ? [`Upon each other: ${named(one)} and ${named(other)}`] : []
      }),
    )
    return [...wide, ...overflowing, ...cut, ...upon]

    function floats(element: Element): boolean {
      for (let at: Element | null = element; at; at = at.parentElement) {
        if (/fixed|sticky/.test(getComputedStyle(at).position)) return true
      }
      return false
    }

    /** The visible part, without what its scroll containers clip. */
    function boxOf(element: Element) {
      let { left, right, top, bottom } = element.getBoundingClientRect()
      for (let at = element.parentElement; at; at = at.parentElement) {
        if (getComputedStyle(at).overflow === 'visible') continue
        const frame = at.getBoundingClientRect()
        left = Math.max(left, frame.left)
        right = Math.min(right, frame.right)
        top = Math.max(top, frame.top)
        bottom = Math.min(bottom, frame.bottom)
      }
      return { left, right, top, bottom }
    }
  }, MAY_BE_SHORTENED)
}

/** The faults that stay: a page may take a moment to follow a new size of its window. */
async function lastingFaults(page: Page): Promise<string[]> {
  let faults: string[] = []
  await expect
    .poll(async () => (faults = await layoutFaults(page)).length)
    .toBe(0)
    .catch(() => undefined)
  return faults
}

/**
 * What does not fit on the page in these windows, and what a finger may miss on it in those of
 * phones, each finding with its window.
 */
export async function faultsInWindows(page: Page): Promise<string[]> {
  const faults: string[] = []
  // The page before ended with the first or the last: a window of the same size costs nothing.
  const isSmall = page.viewportSize()?.width === WINDOWS[0]?.width
  for (const window of isSmall ? WINDOWS : WINDOWS.toReversed()) {
    await page.setViewportSize(window)
    for (const fault of await lastingFaults(page)) faults.push(`${window.width}: ${fault}`)
    if (window.width > PHONE) continue
    const small = await withTouch(page, () => smallTargets(page))
    faults.push(...small.map((target) => `${window.width}: For a finger only ${target}`))
  }
  return faults
}
