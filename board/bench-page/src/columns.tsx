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
 */
function arrange(place: HTMLElement): void {
  const all = Array.from(place.children) as HTMLElement[]
  // One in a column that there is no longer room for would add it again.
  for (const card of all) card.style.gridColumnStart = ''
  const columns = getComputedStyle(place).gridTemplateColumns.split(' ').length
  const filled = Array<number>(columns).fill(0)
  // Measured before anything is written, as that would cost a layout for each.
  const cards = all.map((card) => ({ card, height: heightOf(card) }))
  for (const { card, height } of cards) {
    const column = filled.indexOf(Math.min(...filled))
    filled[column] = (filled[column] ?? 0) + height
    card.style.gridColumnStart = String(column + 1)
    fit(card, height)
  }
}

/**
 * Cards in as many columns as there is room for, about equally long. A card changes its column only
 * when one is opened or closed, comes or goes, or the columns become more or fewer. One that merely
 * grows, as somebody works in it, moves those below it. All stay where they are in the document, so
 * that the keyboard goes through them from top to bottom, and what people typed stays.
 */
export function Columns({ children }: { children: ReactNode }) {
  const place = useRef<HTMLDivElement>(null)
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
    let width = 0
    const observer = new ResizeObserver((entries) => {
      // Hidden, it has no width.
      if (element.clientWidth !== width) {
        width = element.clientWidth
        arrange(element)
      } else {
        for (const { target } of entries) if (target !== element) refit(target as HTMLElement)
      }
    })
    arrange(element)
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
