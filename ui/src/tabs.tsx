import { CircleAlert } from 'lucide-react'
import type { KeyboardEvent, ReactNode } from 'react'
import { useEffect, useId, useRef } from 'react'
import { useText } from './i18n.tsx'
import styles from './tabs.module.css'

/** Fades the ends beyond which the line of tabs scrolls. */
function markEnds(line: HTMLElement) {
  const { scrollLeft, scrollWidth, clientWidth } = line
  line.toggleAttribute('data-before', scrollLeft > 1)
  line.toggleAttribute('data-after', scrollLeft + clientWidth < scrollWidth - 1)
}

/** Brings the tab at an index into view where the line of tabs scrolls, and fades its ends. */
function useInView<T extends HTMLElement>(chosen: number) {
  const line = useRef<T>(null)
  useEffect(() => {
    const element = line.current
    if (!element) return undefined
    const mark = () => markEnds(element)
    const observer = new ResizeObserver(mark)
    observer.observe(element)
    element.addEventListener('scroll', mark, { passive: true })
    return () => {
      observer.disconnect()
      element.removeEventListener('scroll', mark)
    }
  }, [])
  useEffect(() => {
    const tab = line.current?.children[chosen]
    if (!line.current || !(tab instanceof HTMLElement)) return
    // Not `scrollIntoView`, which would scroll the page as well.
    line.current.scrollLeft = tab.offsetLeft + (tab.offsetWidth - line.current.clientWidth) / 2
  }, [chosen])
  return line
}

/** The parts of a page as links: each has an address. */
export function TabLinks(props: {
  label: string
  items: readonly { href: string; label: string; current: boolean }[]
}) {
  const line = useInView<HTMLElement>(props.items.findIndex(({ current }) => current))
  return (
    <div className={styles['place']}>
      <nav ref={line} className={styles['tabs']} data-scrolls="" aria-label={props.label}>
        {props.items.map(({ href, label, current }) => (
          <a key={href} href={href} data-label={label} aria-current={current ? 'page' : undefined}>
            {label}
          </a>
        ))}
      </nav>
    </div>
  )
}

/**
 * The parts of a form that is saved as a whole, without addresses. Source: ARIA Authoring Practices
 * Guide, tabs with automatic activation.
 */
export function Tabs<T extends string>(props: {
  /** The accessible name of the tabs. */
  label: string
  value: T
  /** `wrong` marks a part that has an error. */
  items: readonly { value: T; label: string; wrong?: boolean }[]
  onChange: (value: T) => void
  /** The part that is chosen. */
  children: ReactNode
}) {
  const { label, value, items, onChange, children } = props
  const text = useText()
  const id = useId()
  const at = items.findIndex((item) => item.value === value)
  const line = useInView<HTMLDivElement>(at)

  function onKeyDown(event: KeyboardEvent<HTMLElement>) {
    const steps: Partial<Record<string, number>> = {
      ArrowLeft: at - 1,
      ArrowRight: at + 1,
      Home: 0,
      End: items.length - 1,
    }
    const to = steps[event.key]
    if (to === undefined) return
    event.preventDefault()
    const next = items.at(to % items.length)
    if (!next) return
    onChange(next.value)
    document.getElementById(`${id}${next.value}`)?.focus()
  }

  return (
    <>
      <div className={styles['place']}>
        <div
          ref={line}
          role="tablist"
          aria-label={label}
          className={styles['tabs']}
          data-scrolls=""
        >
          {items.map((item) => (
            <button
              key={item.value}
              type="button"
              role="tab"
              data-label={item.label}
              id={`${id}${item.value}`}
              aria-selected={item.value === value}
              aria-controls={`${id}panel`}
              tabIndex={item.value === value ? 0 : -1}
              onClick={() => onChange(item.value)}
              onKeyDown={onKeyDown}
            >
              {item.label}{' '}
              {item.wrong && (
                <CircleAlert
                  size={14}
                  className={styles['wrong']}
                  aria-label={text('ui.hasErrors')}
                />
              )}
            </button>
          ))}
        </div>
      </div>
      <div role="tabpanel" id={`${id}panel`} aria-labelledby={`${id}${value}`}>
        {children}
      </div>
    </>
  )
}
