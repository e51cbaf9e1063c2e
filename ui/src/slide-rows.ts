/** How long a row takes to slide to its new place, in milliseconds. */
const SLIDE = 160

/**
 * When rows of a list are added, removed or moved, lets new ones fade in and the others slide to their
 * new places, so that people see what went where; not for those who want no motion. The list is in
 * its new order at once, and nothing waits for the motion.
 * @param list the parent of the rows
 * @returns a function that ends it; changes since the last motion then appear at once
 */
export function slideRows(list: HTMLElement): () => void {
  let places = new Map<Element, number>()
  const rows = () => Array.from(list.children) as HTMLElement[]
  const note = () => {
    places = new Map(rows().map((row) => [row, row.offsetTop]))
  }
  const observer = new MutationObserver(() => {
    const before = places
    note()
    if (matchMedia('(prefers-reduced-motion: reduce)').matches) return
    for (const [row, place] of places) {
      const from = before.get(row)
      if (from === place) continue
      const start = from === undefined ? { opacity: 0 } : { translate: `0 ${from - place}px` }
      row.animate([start, {}], { duration: SLIDE, easing: 'ease-out' })
    }
  })
  note()
  observer.observe(list, { childList: true })
  // Other reasons may have moved the rows since.
  const before = ['pointerdown', 'keydown', 'dragstart'] as const
  for (const type of before) list.addEventListener(type, note, true)
  return () => {
    observer.disconnect()
    for (const type of before) list.removeEventListener(type, note, true)
  }
}
