import { BarChart } from '@lintel/ui/bar-chart'
import { Card } from '@lintel/ui/card'
import { formatDay } from '@lintel/ui/dates'
import { useLanguage, useText } from '@lintel/ui/i18n'
import { useQuery } from '@tanstack/react-query'
import { useLocalDate } from '../../app/clock/use-local-date.ts'
import { QueryView } from '../../app/query-view.tsx'
import { callsPerDayQuery, DAYS } from './queries.ts'
import styles from './sip-calls.module.css'

/** How many calls there were on each of the last days. */
export function CallsPerDay() {
  const text = useText()
  const language = useLanguage()
  const days = useQuery(callsPerDayQuery(useLocalDate()))
  return (
    <Card title={text('sipCalls.perDay')}>
      <QueryView query={days}>
        {(counts) =>
          counts.every(({ incoming, outgoing }) => incoming + outgoing === 0) ? (
            <p className={styles['none']}>{text('sipCalls.perDay.none', { days: DAYS })}</p>
          ) : (
            <BarChart
              label={text('sipCalls.perDay')}
              rowLabel={text('sipCalls.day')}
              series={[text('sipCalls.incoming'), text('sipCalls.outgoing')]}
              bars={counts.map(({ day, incoming, outgoing }) => ({
                id: day,
                label: formatDay(language, Date.parse(day)),
                values: [incoming, outgoing],
              }))}
            />
          )
        }
      </QueryView>
    </Card>
  )
}
