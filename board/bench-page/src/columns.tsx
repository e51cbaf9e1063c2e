import type { ReactNode } from 'react'
import {
  Children,
  createContext,
  isValidElement,
  useCallback,
  useContext,
  useLayoutEffect,
  useRef,
} from 'react'
import styles from './columns.module.css'

/** Called by a card that was opened or closed. */
const Arrange = createContext<() => void>(() => undefined)

/** Arranges the cards around it anew when it is opened or closed. */
export function useArranged(isOpen: boolean): void {
  const arrange = useContext(Arrange)
  // oxlint-disable-next-line react/exhaustive-deps -- for each change of it
  useLayoutEffect(arrange, [arrange, isOpen])
}

const heightOf = (card: HTMLElement): number => card.getBoundingClientRect().height

/** As many rows of a pixel as it is high. */
function fit(card: HTMLElement, height: number): void {
  // Hidden, as in a closed laboratory, it takes none.
  card.style.gridRowEnd = `span ${Math.max(1, Math.ceil(height))}`
}

const refit = (card: HTMLElement): void => fit(card, heightOf(card))

/**
 * Each card in turn comes into the column that is the shortest so far. What a card does to the columns
 * therefore moves only the cards after it, never itself or those before.
 * @param keep those that have a column stay in it: only cards that have come get one
 */
function arrange(place: HTMLElement, keep = false): void {
  const all = Array.from(place.children) as HTMLElement[]
  const before = all.map((card) => (keep ? Number(card.style.gridColumnStart) : 0))
  // One in a column that there is no longer room for would add it again.
  for (const card of all) card.style.gridColumnStart = ''
  const columns = getComputedStyle(place).gridTemplateColumns.split(' ').length
  const filled = Array<number>(columns).fill(0)
  // Measured before anything is written, as that would cost a layout for each.
  const cards = all.map((card) => ({ card, height: heightOf(card) }))
  for (const [index, { card, height }] of cards.entries()) {
    const kept = before[index] ?? 0
    const isKept = kept > 0 && kept <= columns
    const column = isKept ? kept - 1 : filled.indexOf(Math.min(...filled))
    filled[column] = (filled[column] ?? 0) + height
    card.style.gridColumnStart = String(column + 1)
    fit(card, height)
  }
}

/**
 * Cards in as many columns as there is room for, about equally long. A card changes its column only
 * when one is opened or closed, or the columns become more or fewer. One that merely grows, as
 * somebody works in it, that comes or goes, moves those below it. All stay where they are in the document, so
 * that the keyboard goes through them from top to bottom, and what people typed stays.
 */
export function Columns({ children }: { children: ReactNode }) {
  const place = useRef<HTMLDivElement>(null)
  const width = useRef(0)
  const again = useCallback(() => {
    if (place.current) arrange(place.current)
  }, [])
  const cards = Children.toArray(children).map((card, index) => ({
    card,
    key: isValidElement(card) && card.key !== null ? card.key : String(index),
  }))
  const names = cards.map(({ key }) => key).join(' ')
  useLayoutEffect(() => {
    const element = place.current
    if (!element) return undefined
    const observer = new ResizeObserver((entries) => {
      // Hidden, it has no width.
      if (element.clientWidth !== width.current) {
        width.current = element.clientWidth
        arrange(element)
      } else {
        for (const { target } of entries) if (target !== element) refit(target as HTMLElement)
      }
    })
    arrange(element, true)
    observer.observe(element)
    for (const card of Array.from(element.children)) observer.observe(card)
    return () => observer.disconnect()
    // oxlint-disable-next-line react/exhaustive-deps -- cards that come and go
  }, [names])
  return (
    <Arrange value={again}>
      <div ref={place} className={styles['columns']}>
        {cards.map(({ card, key }) => (
          <div key={key} className={styles['card']}>
            {card}
          </div>
        ))}
      </div>
    </Arrange>
  )
}
