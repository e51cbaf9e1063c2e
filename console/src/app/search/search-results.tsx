import { I18n, useLanguage, useText } from '@lintel/ui/i18n'
import { usePromise } from '@lintel/ui/lazy'
import { Loading } from '@lintel/ui/loading'
import type { Ref } from 'react'
import { useEffect, useMemo, useRef, useState } from 'react'
import { loadChunk } from '../chunk.ts'
import { areaOf, isBuilt, isOpen } from '../routing/page-table.ts'
import { usePages } from '../routing/pages-context.ts'
import { useViewpoint } from '../viewpoint.ts'
import type { PageEntry } from './entries.ts'
import { find, indexOf } from './find.ts'
import type { Index, Result } from './find.ts'
import { recentPages } from './recent.ts'
import { loadSearchMessages } from './search-messages.ts'
import styles from './search.module.css'

interface ResultsProps {
  /** What was typed. */
  query: string
  /** Opens the first result as soon as there is one. */
  opensFirst: boolean
  onDone: (() => void) | undefined
}

type Entries = Readonly<Record<string, PageEntry>>

let loading: Promise<Entries> | undefined

/** The table of what can be found: a part of its own, as it grows with every page. */
const loadEntries = (): Promise<Entries> =>
  (loading ??= loadChunk('search', async () => (await import('./entries.ts')).entries))

/** The results for what has been typed. */
export function Results(props: ResultsProps) {
  const viewpoint = useViewpoint()
  const pages = usePages()
  const areas = useMemo(() => {
    const open = pages.filter(isBuilt).filter((page) => isOpen(page, viewpoint))
    return [...new Set(open.map(areaOf))]
  }, [pages, viewpoint])
  const entries = usePromise(loadEntries())
  const catalogues = usePromise(loadSearchMessages(areas, useLanguage()))
  if (!entries || !catalogues) return <Loading />
  return (
    <I18n catalogues={catalogues}>
      <Found {...props} entries={entries} />
    </I18n>
  )
}

function Found({ query, opensFirst, onDone, entries }: ResultsProps & { entries: Entries }) {
  const text = useText()
  const language = useLanguage()
  const viewpoint = useViewpoint()
  const pages = usePages()
  const index = useMemo(
    () => indexOf(pages, entries, viewpoint, text),
    [pages, entries, viewpoint, text],
  )
  const results = useMemo(() => find(index, query, language), [index, query, language])
  const first = useRef<HTMLAnchorElement>(null)
  useEffect(() => {
    if (opensFirst) first.current?.click()
  }, [opensFirst])

  if (query.trim() === '') return <Recent index={index} onDone={onDone} />
  return (
    <>
      <h2 aria-live="polite">{text('search.count', { count: results.length })}</h2>
      {results.length === 0 ? (
        <p className="muted">{text('search.nothing')}</p>
      ) : (
        <ul>
          {results.map((result, at) => (
            <li key={result.href} data-first={at === 0 || undefined}>
              <ResultLink result={result} ref={at === 0 ? first : undefined} onDone={onDone} />
            </li>
          ))}
        </ul>
      )}
    </>
  )
}

/** What to do, or the pages that were opened last, except the one on show. */
function Recent({ index, onDone }: { index: Index } & Pick<ResultsProps, 'onDone'>) {
  const text = useText()
  const [recent] = useState(recentPages)
  const results = recent
    .map((path) => index.find(({ page, field }) => !field && page.path === path))
    .filter((result) => result !== undefined)
    .filter(({ href }) => href !== location.hash)
  if (results.length === 0) return <p className="muted">{text('search.hint')}</p>
  return (
    <>
      <h2>{text('search.recent')}</h2>
      <ul>
        {results.map((result) => (
          <li key={result.href}>
            <ResultLink result={result} ref={undefined} onDone={onDone} />
          </li>
        ))}
      </ul>
    </>
  )
}

function ResultLink(props: {
  result: Result
  ref: Ref<HTMLAnchorElement> | undefined
  onDone: (() => void) | undefined
}) {
  const { result, ref, onDone } = props
  const { icon: Icon } = result
  return (
    <a ref={ref} className={styles['result']} href={result.href} onClick={onDone}>
      {Icon ? <Icon size={16} /> : <span />}
      <span>{result.title}</span>
      {result.place !== undefined && <small>{result.place}</small>}
    </a>
  )
}
