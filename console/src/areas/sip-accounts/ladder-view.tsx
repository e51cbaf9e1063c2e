import { useText } from '@lintel/ui/i18n'
import { useQuery } from '@tanstack/react-query'
import { CALL_POLL } from '../../app/timing.ts'
import { ladderQuery } from './queries.ts'
import type { TestCallState } from './use-test-call.ts'
import styles from './test-call.module.css'

/** The exchange of messages of a call: who said what, and when. */
export function LadderView(props: { callId: string; phase: TestCallState['phase'] }) {
  const { callId, phase } = props
  const text = useText()
  const { data: lines = [] } = useQuery({
    ...ladderQuery(callId),
    refetchInterval: phase === 'CALLING' ? CALL_POLL : false,
  })
  const [first] = lines
  if (!first) return null
  return (
    <section className={styles['ladder']} aria-label={text('sipAccounts.ladder')}>
      <h2>{text('sipAccounts.ladder')}</h2>
      <ol>
        {lines.map(({ time, sent, peer, line }, place) => (
          // Messages are only ever added.
          <li key={place}>
            <span className="mono">
              {text('sipAccounts.ladder.time', { seconds: (time - first.time) / 1000 })}
            </span>
            <div>
              <small>{text(`sipAccounts.ladder.${sent ? 'sent' : 'got'}`, { peer })}</small>
              <div className="mono" translate="no">
                {line}
              </div>
            </div>
          </li>
        ))}
      </ol>
    </section>
  )
}
