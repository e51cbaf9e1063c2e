import type { BenchState } from '@lintel/contract/bench'
import { formatDay, formatInstant } from '@lintel/ui/dates'
import field from '@lintel/ui/fields.module.css'
import { useLanguage, useText } from '@lintel/ui/i18n'
import { useState } from 'react'
import { OpenCard } from './bench-card.tsx'
import { foldRepeats } from './fold-repeats.ts'
import type { LogLine } from './fold-repeats.ts'
import { useHappeningText } from './happening-text.ts'
import styles from './log-card.module.css'
import { NewestLast } from './newest-last.tsx'
import { zoneText } from './zone.ts'

/** The time of day (local milliseconds) to the millisecond, HH:mm:ss.SSS. */
const timeOfDay = (local: number): string => new Date(local).toISOString().slice(11, 23)

const DAY = 86_400_000

/** Whether an event is of another day than the one before it. */
const isNewDay = (before: number | undefined, at: number, ahead: number): boolean =>
  before !== undefined && Math.floor((before + ahead) / DAY) !== Math.floor((at + ahead) / DAY)

/**
 * Lines with keys that they keep when older ones leave the log: otherwise the whole list would be new,
 * and a screen reader would read it. Two lines can have the same time and id.
 */
function keyed(lines: readonly LogLine[]): (LogLine & { key: string })[] {
  const counts = new Map<string, number>()
  return lines.map((line) => {
    const name = `${line.since} ${line.event.id}`
    const count = counts.get(name) ?? 0
    counts.set(name, count + 1)
    return { ...line, key: `${name} ${count}` }
  })
}

/** The event log, newest last, in the time of the device. */
export function LogCard({
  happened,
  zone,
}: Pick<BenchState, 'happened'> & { zone: BenchState['timeZone'] }) {
  const text = useText()
  const language = useLanguage()
  const textOf = useHappeningText()
  const [filter, setFilter] = useState('')
  const wanted = filter.trim().toLocaleLowerCase(language)
  const ahead = zone?.offset ?? 0
  const saidOf = ({ event, count }: LogLine): string => {
    const watched = count > 1 && event.id.startsWith('viewer.')
    return watched
      ? text('bench.happened.viewers', { count: Number(event.values['count']) })
      : textOf(event)
  }
  const shown = keyed(foldRepeats(happened))
    .map((line) => ({ ...line, said: saidOf(line) }))
    .filter(({ said }) => said.toLocaleLowerCase(language).includes(wanted))

  return (
    <div className={styles['log']}>
      <OpenCard
        title={text('bench.happened')}
        note={text('bench.deviceTime', { zone: zoneText(zone) })}
      >
        <input
          type="search"
          className={field['input']}
          aria-label={text('bench.happened.filter')}
          placeholder={text('bench.happened.filter')}
          value={filter}
          autoComplete="off"
          onChange={({ target }) => setFilter(target.value)}
        />
        <NewestLast label={text('bench.happened')}>
          {shown.length === 0 && (
            <p className="muted">
              {text(happened.length === 0 ? 'bench.happened.none' : 'bench.happened.noMatch')}
            </p>
          )}
          <ol className={styles['list']}>
            {shown.map(({ event, count, since, key, said }, at) => (
              <li key={key} data-story={event.id.startsWith('story.') || undefined}>
                {isNewDay(shown[at - 1]?.event.at, event.at, ahead) && (
                  <b className={styles['day']}>{formatDay(language, event.at + ahead)}</b>
                )}
                <time
                  dateTime={new Date(event.at).toISOString()}
                  title={formatInstant(language, event.at + ahead, 'second')}
                >
                  {timeOfDay(event.at + ahead)}
                </time>
                <span>
                  {said}
                  {count > 1 && (
                    <small
                      className={styles['times']}
                      title={text('bench.happened.since', { time: timeOfDay(since + ahead) })}
                    >
                      {text('bench.happened.times', { count })}
                    </small>
                  )}
                </span>
              </li>
            ))}
          </ol>
        </NewestLast>
      </OpenCard>
    </div>
  )
}
