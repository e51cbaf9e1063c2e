import type { LanguageCode } from '@lintel/contract/languages'
import type { Happening } from '@lintel/contract/wire'
import { formatInstant, formatReported } from '@lintel/ui/dates'
import { useHasText, useLanguage, useText } from '@lintel/ui/i18n'
import { BenchCard } from './bench-card.tsx'
import styles from './log-card.module.css'
import { NewestLast } from './newest-last.tsx'

/** The time of day (UTC milliseconds) to the millisecond, HH:mm:ss.SSS in UTC. */
const timeOfDay = (at: number): string => new Date(at).toISOString().slice(11, 23)

/** The values of an event, with times in the form of the page. */
const readable = (values: Happening['values'], language: LanguageCode): Happening['values'] =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      typeof value === 'string' ? formatReported(language, value) : value,
    ]),
  )

/** The event log, newest last. */
export function LogCard({ happened }: { happened: readonly Happening[] }) {
  const text = useText()
  const language = useLanguage()
  // A device of another version may log events that this page has no text for.
  const hasText = useHasText()
  const textOf = ({ id, values }: Happening) =>
    hasText(`happened.${id}`) ? text(`happened.${id}`, readable(values, language)) : id

  return (
    <BenchCard
      title={text('bench.happened')}
      aside={<small className="muted">{text('bench.deviceTime')}</small>}
      wide
    >
      <NewestLast label={text('bench.happened')}>
        {happened.length === 0 && <p className="muted">{text('bench.happened.none')}</p>}
        <ol className={styles['list']}>
          {happened.map((event, index) => (
            // Two events can have the same time and id.
            // oxlint-disable-next-line react/no-array-index-key -- entries are only removed at the front
            <li key={`${event.at} ${event.id} ${index}`}>
              <time
                dateTime={new Date(event.at).toISOString()}
                title={formatInstant(language, event.at, 'second')}
              >
                {timeOfDay(event.at)}
              </time>
              <span>{textOf(event)}</span>
            </li>
          ))}
        </ol>
      </NewestLast>
    </BenchCard>
  )
}
