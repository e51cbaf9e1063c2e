import { useFaultText } from '@lintel/ui/fault-text'
import { I18n, useLanguage, useText } from '@lintel/ui/i18n'
import { usePromise } from '@lintel/ui/lazy'
import { Loading } from '@lintel/ui/loading'
import { useStore } from '@lintel/ui/store'
import { useTheme } from '@lintel/ui/theme'
import { showToast } from '@lintel/ui/toast'
import { useEffect, useMemo, useState } from 'react'
import { loadChunk } from '../chunk.ts'
import type { Viewpoint } from '../conditions.ts'
import { areaOf, isBuilt, isOpen } from '../routing/page-table.ts'
import { usePages } from '../routing/pages-context.ts'
import { me } from '../session/me.ts'
import { PageIcon } from '../shell/page-icon.tsx'
import { useViewpoint } from '../viewpoint.ts'
import { actionsFor } from './actions.ts'
import type { Action } from './actions.ts'
import type { PageEntry } from './entry.ts'
import { find, indexOf } from './find.ts'
import type { Index } from './find.ts'
import type { WaitingKeys } from './keys.ts'
import { Marked } from './marked.tsx'
import { PeopleFound } from './people-found.tsx'
import { reasonOf } from './reason.ts'
import { recentPages } from './recent.ts'
import { loadSearchMessages } from './search-messages.ts'
import styles from './search.module.css'
import { usePeople } from './use-people.ts'

interface ResultsProps {
  /** What was typed. */
  query: string
  /** The keys that wait for the results. */
  keys: WaitingKeys | undefined
  /** Called with them once there are results, or none will come. */
  onReady: (keys: WaitingKeys) => void
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

function Found(props: ResultsProps & { entries: Entries }) {
  const { query, keys, onReady, onDone, entries } = props
  const text = useText()
  const language = useLanguage()
  const viewpoint = useViewpoint()
  const pages = usePages()
  const actions = useActions(viewpoint)
  const index = useMemo(
    () => indexOf(pages, entries, viewpoint, text),
    [pages, entries, viewpoint, text],
  )
  const { results, similar } = useMemo(
    () => find<Index[number] | Action>([...actions, ...index], query, language),
    [actions, index, query, language],
  )
  const people = usePeople(query, viewpoint, pages)
  // People who are found as they were typed go before pages whose names only resemble it.
  const isReady = !similar || people.ready
  const own = similar && people.found.length > 0 ? [] : results
  const count = own.length + people.found.reduce((sum, { shown }) => sum + shown.length, 0)
  const hasAny = query.trim() === '' || (isReady && (count > 0 || people.ready))
  useEffect(() => {
    if (keys && hasAny) onReady(keys)
  }, [keys, hasAny, onReady])

  if (query.trim() === '') return <Recent index={index} onDone={onDone} />
  if (!isReady) return <Loading />
  return (
    <div className={styles['found']}>
      <h2 aria-live="polite">{text('search.count', { count })}</h2>
      {count === 0 && people.ready && <p className="muted">{text('search.nothing')}</p>}
      {own.length > 0 && (
        <ul>
          {own.map((result) => (
            <li key={'act' in result ? result.id : result.href}>
              {'act' in result ? (
                <ActionRow action={result} query={query} similar={similar} onDone={onDone} />
              ) : (
                <ResultLink result={result} query={query} similar={similar} onDone={onDone} />
              )}
            </li>
          ))}
        </ul>
      )}
      <PeopleFound people={people} query={query} onDone={onDone} />
    </div>
  )
}

/** What this person can do from here. */
function useActions(viewpoint: Viewpoint): readonly Action[] {
  const text = useText()
  const user = useStore(me)?.user ?? ''
  const [theme, setTheme] = useTheme()
  return useMemo(
    () => actionsFor({ viewpoint, user, theme }, setTheme, text),
    [viewpoint, user, theme, setTheme, text],
  )
}

/** What to do, or the pages that were opened last, except the one on show. */
function Recent({ index, onDone }: { index: Index } & Pick<ResultsProps, 'onDone'>) {
  const text = useText()
  const [recent] = useState(recentPages)
  const results = recent
    .map((path) => index.find(({ page, kind }) => kind === 'page' && page.path === path))
    .filter((result) => result !== undefined)
    .filter(({ href }) => href !== location.hash)
  if (results.length === 0) return <p className="muted">{text('search.hint')}</p>
  return (
    <>
      <h2>{text('search.recent')}</h2>
      <ul>
        {results.map((result) => (
          <li key={result.href}>
            <ResultLink result={result} query="" onDone={onDone} />
          </li>
        ))}
      </ul>
    </>
  )
}

interface RowProps {
  query: string
  /** Whether what was found only resembles the query. */
  similar?: boolean
  onDone: (() => void) | undefined
}

function ResultLink({
  result,
  query,
  similar = false,
  onDone,
}: RowProps & { result: Index[number] }) {
  const { icon, place } = result
  return (
    <a className={styles['result']} href={result.href} onClick={onDone}>
      {icon ? <PageIcon name={icon} /> : <span />}
      <Marked text={result.title} query={query} />
      <Second place={place} reason={reasonOf(result, query, similar)} query={query} />
    </a>
  )
}

/** Where it is, and why it was found if its title doesn't show that. */
function Second(props: { place: string | undefined; reason: string | undefined; query: string }) {
  const { place, reason, query } = props
  if (place === undefined && reason === undefined) return null
  return (
    <small>
      {place}
      {place !== undefined && reason !== undefined && ' · '}
      {reason !== undefined && <Marked text={reason} query={query} />}
    </small>
  )
}

/** Does it and closes the search; a failure is reported, and the search stays open. */
function ActionRow({ action, query, similar = false, onDone }: RowProps & { action: Action }) {
  const { act, icon: Icon, title } = action
  const faultText = useFaultText()

  async function run(acts: () => void | Promise<void>) {
    try {
      await acts()
      onDone?.()
    } catch (fault) {
      showToast({ status: 'critical', text: faultText(fault) })
    }
  }

  const content = (
    <>
      <Icon size={16} />
      <Marked text={title} query={query} />
      <Second place={undefined} reason={reasonOf(action, query, similar)} query={query} />
    </>
  )
  return typeof act === 'function' ? (
    <button type="button" className={styles['result']} onClick={() => void run(act)}>
      {content}
    </button>
  ) : (
    <a className={styles['result']} href={act.href} onClick={onDone}>
      {content}
    </a>
  )
}
