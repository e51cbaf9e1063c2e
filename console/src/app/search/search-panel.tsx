import { useText } from '@lintel/ui/i18n'
import { Search } from 'lucide-react'
import type { KeyboardEvent } from 'react'
import { useEffect, useRef, useState } from 'react'
import { SEARCH_PAUSE } from '../timing.ts'
import { Results } from './search-results.tsx'
import styles from './search.module.css'

/**
 * A box and its results among the pages and fields that this person may open. Arrow keys move
 * through the results; Enter opens the focused one, or the first.
 * @param props.onDone closes it, if it can be closed
 * @param props.typedBefore what was typed before it had loaded
 */
export function SearchPanel(props: { onDone?: () => void; typedBefore?: () => string }) {
  const { onDone, typedBefore } = props
  const text = useText()
  const [typed, setTyped] = useState(() => typedBefore?.() ?? '')
  const query = usePaused(typed)
  const panel = useRef<HTMLElement>(null)
  const input = useRef<HTMLInputElement>(null)
  /** Enter was pressed before the results arrived. */
  const [opensFirst, setOpensFirst] = useState(false)
  useEffect(() => input.current?.focus(), [])

  function onKeyDown(event: KeyboardEvent) {
    const stops = [...(panel.current?.querySelectorAll<HTMLElement>('input, a, button') ?? [])]
    const at = stops.findIndex((stop) => stop === document.activeElement)
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (event.key === 'Escape' && onDone) {
      // By default, browsers would only clear the box.
      event.preventDefault()
      onDone()
    } else if (step !== undefined) {
      event.preventDefault()
      stops[(at + step + stops.length) % stops.length]?.focus()
    } else if (event.key === 'Enter' && event.target === input.current) {
      // The key would also press the button that gets the focus when the search closes.
      event.preventDefault()
      const [, first] = stops
      if (query === typed && first) first.click()
      else setOpensFirst(true)
    }
  }

  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- it hears the keys of what is in it
    <search ref={panel} onKeyDown={onKeyDown}>
      <div className={styles['box']}>
        <Search size={16} aria-hidden="true" />
        <input
          ref={input}
          type="search"
          autoComplete="off"
          spellCheck={false}
          aria-label={text('shell.searchSettings')}
          placeholder={text('shell.searchSettings')}
          value={typed}
          onChange={(event) => {
            setTyped(event.target.value)
            setOpensFirst(false)
          }}
        />
      </div>
      <div className={styles['results']}>
        <Results query={query} opensFirst={opensFirst && query === typed} onDone={onDone} />
      </div>
    </search>
  )
}

/** The typed text, once typing has paused. A §2 Search. */
function usePaused(typed: string): string {
  const [paused, setPaused] = useState(typed)
  useEffect(() => {
    const timer = setTimeout(() => {
      setPaused(typed)
    }, SEARCH_PAUSE)
    return () => {
      clearTimeout(timer)
    }
  }, [typed])
  return paused
}
