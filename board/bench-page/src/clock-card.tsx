import { advanceClock } from '@lintel/contract/bench'
import type { BenchState } from '@lintel/contract/bench'
import { Button } from '@lintel/ui/button'
import { formatDuration, formatInstant } from '@lintel/ui/dates'
import { useLanguage, useText } from '@lintel/ui/i18n'
import { useEffect, useState } from 'react'
import { BenchCard } from './bench-card.tsx'
import { useCommand } from './command.ts'
import styles from './clock-card.module.css'
import { zoneText } from './zone.ts'

const SECOND = 1_000
const STEPS = [
  ['minute', 60 * SECOND],
  ['hour', 3_600 * SECOND],
  ['day', 86_400 * SECOND],
] as const

/** The device's clock, which can be advanced: everything due in between happens. */
export function ClockCard({ offset, zone }: { offset: number; zone: BenchState['timeZone'] }) {
  const text = useText()
  const language = useLanguage()
  const [advance, busy] = useCommand(advanceClock)
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), SECOND)
    return () => clearInterval(timer)
  }, [])
  const time = formatDuration(language, Math.abs(offset) / SECOND)
  const same = Math.abs(offset) < SECOND
  return (
    <BenchCard
      name="clock"
      title={text('bench.clock')}
      note={text('bench.deviceTime', { zone: zoneText(zone) })}
    >
      <div className={styles['clock']}>
        <b className={styles['time']}>
          {formatInstant(language, now + offset + (zone?.offset ?? 0), 'second')}
        </b>
        <span className={styles['offset']}>
          {same
            ? text('bench.clock.same')
            : text(offset > 0 ? 'bench.clock.ahead' : 'bench.clock.behind', { time })}
        </span>
      </div>
      <fieldset className={styles['advance']} aria-label={text('bench.clock.advance')}>
        <span aria-hidden="true">{text('bench.clock.advance')}</span>
        {STEPS.map(([name, milliseconds]) => (
          <Button key={name} disabled={busy} onClick={() => void advance({ milliseconds })}>
            {text(`bench.clock.${name}`)}
          </Button>
        ))}
      </fieldset>
    </BenchCard>
  )
}
