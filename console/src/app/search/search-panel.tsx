import { useText } from '@lintel/ui/i18n'
import { Search } from 'lucide-react'
import type { KeyboardEvent } from 'react'
import { useCallback, useEffect, useRef, useState } from 'react'
import { SEARCH_PAUSE } from '../timing.ts'
import { stepOf, withKey } from './keys.ts'
import type { WaitingKeys } from './keys.ts'
import { Results } from './search-results.tsx'
import styles from './search.module.css'

/** What was done in the box before the search had loaded. */
export interface EarlyInput {
  typed: string
  keys: WaitingKeys | undefined
}

/**
 * A box and its results among the pages and fields that this person may open. Arrow keys move
 * through the results; Enter opens the focused one, or the first. Keys pressed before the results
 * are there wait for them.
 * @param props.onDone closes it, if it can be closed
 * @param props.before what was done before it had loaded
 */
export function SearchPanel(props: { onDone?: () => void; before?: () => EarlyInput }) {
  const { onDone, before } = props
  const text = useText()
  const [early] = useState(() => before?.())
  const [typed, setTyped] = useState(early?.typed ?? '')
  const query = usePaused(typed)
  const panel = useRef<HTMLElement>(null)
  const input = useRef<HTMLInputElement>(null)
  const [keys, setKeys] = useState(early?.keys)
  useEffect(() => input.current?.focus(), [])

  /** Follows the waiting keys, now that the results are there. */
  const follow = useCallback(({ step, opens }: WaitingKeys) => {
    setKeys(undefined)
    const all = stopsIn(panel.current)
    const at = (((opens && step === 0 ? 1 : step) % all.length) + all.length) % all.length
    if (!opens) all[at]?.focus()
    else if (at > 0) all[at]?.click()
  }, [])

  function onKeyDown(event: KeyboardEvent) {
    const step = stepOf(event.key)
    const waiting = event.target === input.current ? withKey(keys, event.key) : undefined
    if (event.key === 'Escape' && onDone) {
      // By default, browsers would only clear the box.
      event.preventDefault()
      onDone()
    } else if (waiting) {
      // Enter would also press the button that gets the focus when the search closes.
      event.preventDefault()
      setKeys(waiting)
    } else if (step !== undefined) {
      event.preventDefault()
      const all = stopsIn(panel.current)
      const at = all.findIndex((stop) => stop === document.activeElement)
      all[(at + step + all.length) % all.length]?.focus()
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
            setKeys(undefined)
          }}
        />
      </div>
      <div className={styles['results']}>
        <Results
          query={query}
          keys={query === typed ? keys : undefined}
          onReady={follow}
          onDone={onDone}
        />
      </div>
    </search>
  )
}

/** What the arrow keys move through: the box, then the results. */
const stopsIn = (panel: HTMLElement | null) => [
  ...(panel?.querySelectorAll<HTMLElement>('input, a, button') ?? []),
]

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
