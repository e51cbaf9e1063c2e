import { I18n, useLanguage, useText } from '@lintel/ui/i18n'
import { usePromise } from '@lintel/ui/lazy'
import { Loading } from '@lintel/ui/loading'
import { Search } from 'lucide-react'
import type { KeyboardEvent, Ref } from 'react'
import { useEffect, useMemo, useRef, useState } from 'react'
import { areaOf, isBuilt, isOpen } from '../routing/page-table.ts'
import { usePages } from '../routing/pages-context.ts'
import { SEARCH_PAUSE } from '../timing.ts'
import { useViewpoint } from '../viewpoint.ts'
import { entries } from './entries.ts'
import { find, indexOf } from './find.ts'
import type { Result } from './find.ts'
import { loadSearchMessages } from './search-messages.ts'
import styles from './search.module.css'

/**
 * A box and its results among the pages and fields that this person may open. Arrow keys move
 * through the results; Enter opens the focused one, or the first.
 * @param props.onDone closes it, if it can be closed
 */
export function SearchPanel({ onDone }: { onDone?: () => void }) {
  const text = useText()
  const [typed, setTyped] = useState('')
  const query = usePaused(typed)
  const panel = useRef<HTMLElement>(null)
  const input = useRef<HTMLInputElement>(null)
  /** Enter was pressed before the results arrived. */
  const [opensFirst, setOpensFirst] = useState(false)
  useEffect(() => input.current?.focus(), [])

  function onKeyDown(event: KeyboardEvent) {
    const stops = [...(panel.current?.querySelectorAll<HTMLElement>('input, a') ?? [])]
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
      if (query === typed) stops[1]?.click()
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

interface ResultsProps {
  query: string
  opensFirst: boolean
  onDone: (() => void) | undefined
}

function Results(props: ResultsProps) {
  const viewpoint = useViewpoint()
  const pages = usePages()
  const areas = useMemo(() => {
    const open = pages.filter(isBuilt).filter((page) => isOpen(page, viewpoint))
    return [...new Set(open.filter(({ path }) => path in entries).map(areaOf))]
  }, [pages, viewpoint])
  const catalogues = usePromise(loadSearchMessages(areas, useLanguage()))
  if (!catalogues) return <Loading />
  return (
    <I18n catalogues={catalogues}>
      <Found {...props} />
    </I18n>
  )
}

function Found({ query, opensFirst, onDone }: ResultsProps) {
  const text = useText()
  const language = useLanguage()
  const viewpoint = useViewpoint()
  const pages = usePages()
  const index = useMemo(() => indexOf(pages, entries, viewpoint, text), [pages, viewpoint, text])
  const results = useMemo(() => find(index, query, language), [index, query, language])
  const first = useRef<HTMLAnchorElement>(null)
  useEffect(() => {
    if (opensFirst) first.current?.click()
  }, [opensFirst])

  if (query.trim() === '') return <p className="muted">{text('search.hint')}</p>
  return (
    <>
      <h2 aria-live="polite">{text('search.count', { count: results.length })}</h2>
      {results.length === 0 ? (
        <p className="muted">{text('search.nothing')}</p>
      ) : (
        <ul>
          {results.map((result, at) => (
            <li key={result.href}>
              <ResultLink result={result} ref={at === 0 ? first : undefined} onDone={onDone} />
            </li>
          ))}
        </ul>
      )}
    </>
  )
}

function ResultLink(props: {
  result: Result
  ref: Ref<HTMLAnchorElement> | undefined
  onDone: (() => void) | undefined
}) {
  const { result, ref, onDone } = props
  const { icon: Icon } = result.page
  return (
    <a ref={ref} className={styles['result']} href={result.href} onClick={onDone}>
      {Icon ? <Icon size={16} /> : <span />}
      <span>{result.title}</span>
      {result.field && <small>{result.pageTitle}</small>}
    </a>
  )
}
