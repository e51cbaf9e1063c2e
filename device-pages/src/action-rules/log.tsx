import { ruleEventOf } from '@lintel/contract/action-rules/rule-events'
import { actionTemplate } from '@lintel/contract/action-rules/templates'
import { clearActionLog } from '@lintel/contract/calls/action-rules'
import type { ActionLogEntry } from '@lintel/contract/calls/action-rules'
import { Button } from '@lintel/ui/button'
import { Card } from '@lintel/ui/card'
import { useFaultText } from '@lintel/ui/fault-text'
import type { TextOf } from '@lintel/ui/i18n'
import type { Column } from '@lintel/ui/list'
import { Notice } from '@lintel/ui/notice'
import { Table } from '@lintel/ui/table'
import { showToast } from '@lintel/ui/toast'
import { ArrowLeft, History } from 'lucide-react'
import { ConfirmInPlace } from '../app/confirm-in-place.tsx'
import { device } from '../app/device.ts'
import { useInstant } from '../app/instants.ts'
import { usePagedReading } from '../app/paged-reading.ts'
import { POLL_INTERVAL } from '../app/timing.ts'
import { useAction } from '../app/use-action.ts'
import styles from './action-rules.module.css'
import { useNames } from './names.ts'
import { readLog } from './read.ts'
import type { RuleState } from './read.ts'
import { Result } from './result.tsx'

const NEWEST_FIRST = { by: 'at', descending: true }

/** Which rules ran, and how it ended; the newest first. */
export function Log({ state, onClose }: { state: RuleState; onClose: () => void }) {
  const names = useNames()
  const { text } = names
  const faultText = useFaultText()
  const instant = useInstant(state.time, 'second')
  const { list, again } = usePagedReading(readLog, POLL_INTERVAL, NEWEST_FIRST)
  const { busy, failure, run } = useAction(again)
  const isEmpty = list.status === 'ready' && list.count === 0 && list.view.filter === ''

  /** What started it, and what it did. */
  function story({ topic, template }: ActionLogEntry): string {
    const event = ruleEventOf(topic)
    const cause = event ? names.event(event.id) : topic
    const action = names.action(actionTemplate(template)?.id ?? template)
    return text('actionRules.name.proposed', {
      event: topic === '' ? text('actionRules.log.byHand') : cause,
      action,
    })
  }

  const columns = columnsOf(text, instant, story)

  async function clear(): Promise<void> {
    await device.call(clearActionLog, {})
    showToast({ status: 'ok', text: text('actionRules.log.cleared') })
  }

  return (
    <>
      {failure !== undefined && (
        <Notice status="crit" title={text('ui.notDone')}>
          {faultText(failure)}
        </Notice>
      )}
      <Card
        title={text('actionRules.log')}
        note={text('actionRules.log.note')}
        actions={
          <Button icon={<ArrowLeft size={16} aria-hidden="true" />} onClick={onClose}>
            {text('actionRules.back')}
          </Button>
        }
      >
        <Table
          caption={text('actionRules.log')}
          columns={columns}
          list={list}
          empty={text('actionRules.log.empty')}
          icon={History}
          filterLabel={text('actionRules.log.filter')}
        />
        {!isEmpty && (
          <ConfirmInPlace
            verb={text('actionRules.log.clear')}
            question={text('actionRules.log.confirmClear')}
            busy={busy}
            onConfirm={() => run(clear)}
          />
        )}
      </Card>
    </>
  )
}

const columnsOf = (
  text: TextOf,
  instant: (utc: string) => string,
  story: (entry: ActionLogEntry) => string,
): Column<ActionLogEntry>[] => [
  {
    id: 'rule',
    head: text('actionRules.rule'),
    sortBy: 'device',
    cell: (entry) => (
      <div className={styles['entry']}>
        <b>{entry.rule}</b>
        <small>{story(entry)}</small>
        <small className={styles['narrow']}>{instant(entry.at)}</small>
        <div className={styles['narrow']}>
          <Result entry={entry} />
        </div>
      </div>
    ),
  },
  {
    id: 'at',
    head: text('actionRules.log.at'),
    sortBy: 'device',
    wideOnly: true,
    width: '216px',
    cell: ({ at }) => <time>{instant(at)}</time>,
  },
  {
    id: 'result',
    head: text('actionRules.log.result'),
    wideOnly: true,
    sortBy: 'device',
    cell: (entry) => <Result entry={entry} />,
  },
]
