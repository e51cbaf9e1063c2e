import type { Health } from '@lintel/contract/calls/health'
import { BarChart } from '@lintel/ui/bar-chart'
import { Card } from '@lintel/ui/card'
import { formatDay } from '@lintel/ui/dates'
import { useLanguage, useText } from '@lintel/ui/i18n'
import styles from './health.module.css'

/** How many calls there were on each of the last days, and how many of them somebody answered. */
export function CallsCard({ calls }: Pick<Health, 'calls'>) {
  const text = useText()
  const language = useLanguage()
  const answered = calls.reduce((sum, one) => sum + one.answered, 0)
  const unanswered = calls.reduce((sum, one) => sum + one.unanswered, 0)
  const label = text('health.calls')
  return (
    <Card title={label}>
      <div className={styles['body']} data-field="calls">
        <p className={styles['now']}>
          <span>
            <b>{text('health.calls.today', { count: todayOf(calls) })}</b>
          </span>
        </p>
        <p className={styles['line']}>
          {answered + unanswered === 0
            ? text('health.calls.none', { days: calls.length })
            : text('health.calls.line', { days: calls.length, answered, unanswered })}
        </p>
      </div>
      {answered + unanswered > 0 && (
        <BarChart
          label={label}
          rowLabel={text('health.day')}
          series={[text('health.answered'), text('health.unanswered')]}
          bars={calls.map((one) => ({
            id: one.day,
            label: formatDay(language, Date.parse(one.day)),
            values: [one.answered, one.unanswered],
          }))}
        />
      )}
    </Card>
  )
}

function todayOf(calls: Health['calls']): number {
  const today = calls.at(-1)
  return (today?.answered ?? 0) + (today?.unanswered ?? 0)
}
