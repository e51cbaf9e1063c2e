import { Card } from '@lintel/ui/card'
import { Chip } from '@lintel/ui/chip'
import { formatAgo, formatDay } from '@lintel/ui/dates'
import type { TextOf } from '@lintel/ui/i18n'
import { useLanguage, useText } from '@lintel/ui/i18n'
import { LoadFailed } from '@lintel/ui/loading'
import { useQuery } from '@tanstack/react-query'
import {
  formatClock,
  formatOffset,
  localAt,
  offsetAt,
  offsetIn,
  utcAt,
} from '../../app/clock/device-clock.ts'
import type { DeviceTime } from '../../app/clock/device-clock.ts'
import { useTick } from '../../app/clock/use-tick.ts'
import { isMissing } from '@lintel/contract/fault'
import { inZone } from '../../time/local-time.ts'
import { browserZone, isSameZone } from '../../time/zone-names.ts'
import styles from './now-card.module.css'
import { timeStatusQuery } from './queries.ts'
import type { TimeSettings, SyncStatus } from './queries.ts'

interface NowCardProps {
  settings: TimeSettings
  time: DeviceTime
  /** Whether the device has told its distance to UTC with the time. */
  isZoned: boolean
}

/** The device's current time, its zone and its source. */
export function NowCard({ settings, time, isZoned }: NowCardProps) {
  const text = useText()
  const language = useLanguage()
  const now = useTick(time)
  const local = localAt(time, now)
  // Firmware that does not report the synchronisation still reports the source.
  const { data: status, error, refetch } = useQuery(timeStatusQuery)
  return (
    <Card>
      <dl className={styles['facts']}>
        <div>
          <dt>{text('ui.deviceTime')}</dt>
          <dd>
            <time className={styles['time']} dateTime={local.toISOString().slice(0, 19)}>
              {formatClock(local)}
            </time>
            <span className={styles['date']}>{formatDay(language, local)}</span>
          </dd>
        </div>
        <div data-row="">
          <dt>{text('datetime.timeZone')}</dt>
          <dd data-field="zoneNow">
            {isZoned ? (
              <Zone settings={settings} time={time} now={now} />
            ) : (
              <ZoneName settings={settings} />
            )}
          </dd>
        </div>
        <div data-row="">
          <dt>{text('datetime.source')}</dt>
          <dd data-field="sourceNow">
            {status && <SourceNow settings={settings} status={status} now={now} />}
            {!status && error && <StoredSource settings={settings} />}
            {!status && error && !isMissing(error) && (
              <LoadFailed fault={error} onRetry={() => void refetch()} />
            )}
          </dd>
        </div>
      </dl>
    </Card>
  )
}

function ZoneName({ settings: { zone, posixZone } }: { settings: TimeSettings }) {
  const text = useText()
  if (zone !== '') return <span>{zone}</span>
  return (
    <span>
      {posixZone === '' ? text('ui.notReported') : text('datetime.posix', { rule: posixZone })}
    </span>
  )
}

/** The zone, and the browser's own if it differs. */
function Zone(props: { settings: TimeSettings; time: DeviceTime; now: number }) {
  const { settings, time, now } = props
  const text = useText()
  const utc = utcAt(time, now)
  const offset = formatOffset(offsetAt(time, utc))
  const here = browserZone()
  return (
    <>
      <ZoneName settings={settings} />
      <small>{offset}</small>
      {!isSameZone(settings.zone, here) && (
        <small>
          {text('datetime.browserZone', {
            zone: here,
            offset: formatOffset(offsetIn(here, utc)),
            time: formatClock(localAt(inZone(time, here), now)),
          })}
        </small>
      )}
    </>
  )
}

const CHIPS = {
  off: 'neutral',
  noServer: 'warn',
  asking: 'neutral',
  synchronised: 'ok',
  failed: 'warn',
} as const

/** The configured time source. */
function StoredSource({ settings: { source, dhcpServer } }: { settings: TimeSettings }) {
  const text = useText()
  const from = source.automatic ? source.source : 'hand'
  const server = { hand: '', dhcp: dhcpServer, named: source.server }[from]
  return <span>{sourceText(text, from, server)}</span>
}

/** The source, with the server's name if it is known. */
function sourceText(text: TextOf, from: 'hand' | 'dhcp' | 'named', server: string): string {
  if (from === 'hand' || server === '') return text(`datetime.by.${from}`)
  return text(`datetime.by.${from}.server`, { server })
}

/** The source, and whether the clock follows it. */
function SourceNow(props: { settings: TimeSettings; status: SyncStatus; now: number }) {
  const { settings, status, now } = props
  const text = useText()
  const language = useLanguage()
  const { state, server, failure, last } = status
  const from = settings.source.source
  const since = (seconds: number) =>
    formatAgo(language, seconds + Math.max(0, now - status.at) / 1000)
  return (
    <>
      <span>{sourceText(text, state === 'off' ? 'hand' : from, server)}</span>
      {state !== 'off' && <Chip status={CHIPS[state]}>{text(`datetime.state.${state}`)}</Chip>}
      {state === 'noServer' && <small>{text(`datetime.noServer.${from}`)}</small>}
      {failure && <small>{text(`datetime.failure.${failure}`, { server })}</small>}
      {last && state !== 'off' && (
        <small>
          {last.server === server
            ? text('datetime.last', { ago: since(last.secondsAgo) })
            : text('datetime.lastOther', { ago: since(last.secondsAgo), server: last.server })}
        </small>
      )}
    </>
  )
}
