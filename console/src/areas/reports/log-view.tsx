import { LOG_LEVELS } from '@lintel/contract/calls/log'
import type { LogLevel } from '@lintel/contract/calls/log'
import { Button } from '@lintel/ui/button'
import { copyText } from '@lintel/ui/copy'
import { useLanguage, useText } from '@lintel/ui/i18n'
import { listTools } from '@lintel/ui/list-tools'
import { saveFile } from '@lintel/ui/save-file'
import { showToast } from '@lintel/ui/toast'
import { ArrowDown, Copy, Download, ListFilter, Pause, Play, Search } from 'lucide-react'
import { useDeferredValue, useMemo, useState } from 'react'
import { LogLines } from './log-lines-list.tsx'
import { ALL_LEVELS, fileOf, filtered, isRequest } from './log-lines.ts'
import type { Line } from './log-lines.ts'
import styles from './log.module.css'
import { showRequests, useShownRequests } from './shown-requests.ts'
import { useAnnouncement } from './use-announcement.ts'

/**
 * The lines with filters. While it follows, the end stays in view; paused, the lines stand still, and
 * new ones are counted.
 */
export function LogView(props: {
  lines: readonly Line[]
  /** Whether new lines appear by themselves. */
  live: boolean
  /** Whether reading them fails at present. */
  interrupted: boolean
}) {
  const { lines, live, interrupted } = props
  const text = useText()
  const language = useLanguage()
  const [levels, setLevels] = useState(ALL_LEVELS)
  const requests = useShownRequests()
  const [typed, setTyped] = useState('')
  const wanted = useDeferredValue(typed)
  /** Whether narrow windows show the levels. */
  const [unfolded, setUnfolded] = useState(false)
  const [stopped, setStopped] = useState<readonly Line[]>()
  const held = live ? stopped : undefined
  const filter = useMemo(() => ({ levels, requests, text: wanted }), [levels, requests, wanted])
  const now = useMemo(() => filtered(lines, filter), [lines, filter])
  const still = useMemo(() => held && filtered(held, filter), [held, filter])
  const { shown, counts, requests: found } = still ?? now
  const hidden = requests ? 0 : found
  const last = held?.at(-1)?.id ?? 0
  const waiting = held ? now.shown.filter(({ id }) => id > last).length : 0
  const announcement = useAnnouncement(now.shown, live && !held)
  const hasDebug = counts.debug > 0 || lines.some(({ level }) => level === 'debug')

  function toggle(level: LogLevel): void {
    const next = new Set(levels)
    if (!next.delete(level)) next.add(level)
    setLevels(next)
  }

  async function copyShown(): Promise<void> {
    const copied = await copyText(fileOf(shown))
    showToast(
      copied
        ? { status: 'ok', text: text('reports.log.copied', { count: shown.length }) }
        : { status: 'info', text: text('reports.log.notCopied') },
    )
  }

  return (
    <>
      <div className={listTools['tools']}>
        <div className={listTools['filter']}>
          <Search size={16} aria-hidden="true" />
          <input
            type="search"
            name="logFilter"
            data-field="logFilter"
            autoComplete="off"
            spellCheck={false}
            aria-label={text('reports.log.filter')}
            placeholder={text('reports.log.filter')}
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
          />
        </div>
        <output className={listTools['count']}>
          {text('reports.log.count', { shown: shown.length, total: (held ?? lines).length })}
        </output>
        {hidden > 0 && (
          <span className={listTools['count']}>
            {text('reports.log.hidden', { count: hidden })}
          </span>
        )}
      </div>
      <div className={listTools['tools']}>
        <fieldset className={styles['levels']} data-folded={!unfolded}>
          <legend className="sr-only">{text('reports.log.levels')}</legend>
          {LOG_LEVELS.filter((level) => level !== 'debug' || hasDebug).map((level) => (
            <button
              key={level}
              type="button"
              className={styles['level']}
              data-level={level}
              aria-pressed={levels.has(level)}
              onClick={() => toggle(level)}
            >
              {text(`reports.log.level.${level}`)}
              <span>{counts[level].toLocaleString(language)}</span>
            </button>
          ))}
          {(requests || lines.some(isRequest)) && (
            <button
              type="button"
              className={styles['level']}
              aria-pressed={requests}
              onClick={() => showRequests(!requests)}
            >
              {text('reports.log.requests')}
              <span>{found.toLocaleString(language)}</span>
            </button>
          )}
        </fieldset>
        <div className={`${listTools['actions']} ${styles['actions']}`}>
          <span className={styles['unfold']}>
            <Button
              icon={<ListFilter size={16} aria-hidden="true" />}
              aria-expanded={unfolded}
              onClick={() => setUnfolded(!unfolded)}
            >
              {text('reports.log.levels')}
            </Button>
          </span>
          {live && (
            <Button
              icon={
                held ? (
                  <Play size={16} aria-hidden="true" />
                ) : (
                  <Pause size={16} aria-hidden="true" />
                )
              }
              onClick={() => setStopped(held ? undefined : lines)}
            >
              {text(held ? 'reports.log.follow' : 'reports.log.pause')}
            </Button>
          )}
          <Button
            icon={<Copy size={16} aria-hidden="true" />}
            off={shown.length === 0}
            onClick={() => void copyShown()}
          >
            {text('reports.log.copy')}
          </Button>
          <Button
            icon={<Download size={16} aria-hidden="true" />}
            off={shown.length === 0}
            onClick={() => saveFile(fileOf(shown), 'text/plain', 'system-log.txt')}
          >
            {text('reports.download')}
          </Button>
        </div>
      </div>
      <div className={styles['body']}>
        <LogLines
          lines={shown}
          wanted={wanted.trim()}
          follows={stopped === undefined}
          onFollow={(follows) => setStopped(follows ? undefined : (before) => before ?? lines)}
          empty={text(lines.length === 0 ? 'reports.log.empty' : 'reports.log.noMatch')}
        />
        {held && (
          <div className={styles['new']}>
            <Button
              kind={waiting > 0 ? 'primary' : 'default'}
              icon={<ArrowDown size={16} aria-hidden="true" />}
              onClick={() => setStopped(undefined)}
            >
              {text('reports.log.new', { count: waiting })}
            </Button>
          </div>
        )}
      </div>
      {live && (
        <p className={styles['state']} data-state={interrupted ? 'off' : held ? 'held' : 'live'}>
          {text(
            interrupted
              ? 'reports.log.state.off'
              : held
                ? 'reports.log.state.held'
                : 'reports.log.state.live',
          )}
        </p>
      )}
      <output className="sr-only">{announcement}</output>
    </>
  )
}
