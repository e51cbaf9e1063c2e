import { ACTION_RULES_MAX, updateActionRule } from '@lintel/contract/calls/action-rules'
import type { ActionRule } from '@lintel/contract/calls/action-rules'
import { isLost } from '@lintel/contract/fault'
import { Button } from '@lintel/ui/button'
import { Card } from '@lintel/ui/card'
import { Chip } from '@lintel/ui/chip'
import { useFaultText } from '@lintel/ui/fault-text'
import { useText } from '@lintel/ui/i18n'
import type { TextOf } from '@lintel/ui/i18n'
import { useLocalList } from '@lintel/ui/list'
import type { Column } from '@lintel/ui/list'
import { Notice } from '@lintel/ui/notice'
import { Switch } from '@lintel/ui/switch'
import { Table } from '@lintel/ui/table'
import { Copy, Pencil, Play, Zap } from 'lucide-react'
import { useState } from 'react'
import { device } from '../app/device.ts'
import { namedAbove } from '../app/framed.ts'
import { useInstant } from '../app/instants.ts'
import { useAction } from '../app/use-action.ts'
import styles from './action-rules.module.css'
import { readRules } from './read.ts'
import type { RuleState } from './read.ts'
import { Result } from './result.tsx'
import { Sentence, useSentence } from './sentence.tsx'
import { useAttempts } from './try-rule.ts'
import type { Attempt } from './try-rule.ts'
import type { View } from './view-name.ts'

interface RuleListProps {
  state: RuleState
  /** Reads the rules again. */
  again: () => Promise<void>
  onOpen: (view: View) => void
}

/** The rules as sentences. They are switched on and off, tried, copied and edited here. */
export function RuleList({ state, again, onOpen }: RuleListProps) {
  const { rules } = state
  const text = useText()
  const faultText = useFaultText()
  const sentence = useSentence(state)
  const { attempts, run } = useAttempts(again)
  const saving = useAction(again)
  // A switch shows at once what it was set to.
  const [wanted, setWanted] = useState<{ id: string; enabled: boolean }>()
  function enable(rule: ActionRule, enabled: boolean): void {
    if (saving.busy) return
    setWanted({ id: rule.id, enabled })
    saving.run(() => setEnabled(rule, enabled))
  }
  const columns = columnsOf(text, (rule) => ({
    rule,
    state,
    attempt: attempts.get(rule.id),
    enabled: saving.busy && wanted?.id === rule.id ? wanted.enabled : rule.enabled,
    saving: saving.busy,
    onRun: () => run(rule.id),
    onEnable: (enabled) => enable(rule, enabled),
    onOpen,
  }))
  const list = useLocalList(
    { rows: rules },
    { columns, filterBy: (rule) => `${rule.name} ${sentence(rule)}` },
  )
  const full = rules.length >= ACTION_RULES_MAX
  const hasButton = state.choices.events.some(({ id }) => id === 'callButton')
  return (
    <>
      {saving.failure !== undefined && (
        <Notice status="crit" title={text('ui.notSaved')}>
          {faultText(saving.failure)}
        </Notice>
      )}
      <Card
        {...namedAbove(text('ui.actionRules'))}
        note={text(full ? 'actionRules.full' : 'actionRules.note', { max: ACTION_RULES_MAX })}
        actions={
          <>
            <Button onClick={() => onOpen({ kind: 'log' })}>{text('actionRules.log')}</Button>
            <Button kind="primary" disabled={full} onClick={() => onOpen({ kind: 'add' })}>
              {text('actionRules.add')}
            </Button>
          </>
        }
      >
        <Table
          caption={text('ui.actionRules')}
          columns={columns}
          list={list}
          empty={text(hasButton ? 'actionRules.empty' : 'actionRules.emptyNoButton')}
          icon={Zap}
          filterLabel={text('actionRules.filter')}
        />
      </Card>
    </>
  )
}

/**
 * Saves only whether the rule is on. A rule that was stopped may run again. A save whose response was
 * lost has succeeded if the device has another version, which is as it was to be.
 */
async function setEnabled(rule: ActionRule, enabled: boolean): Promise<void> {
  const { stopped: _stopped, lastStarted: _lastStarted, ...saved } = rule
  try {
    await device.call(updateActionRule, { ...saved, enabled })
  } catch (fault) {
    const now = (await readRules().catch(() => [])).find(({ id }) => id === rule.id)
    const isSaved = now && now.version !== rule.version && now.enabled === enabled && !now.stopped
    if (!isLost(fault) || !isSaved) throw fault
  }
}

const columnsOf = (
  text: TextOf,
  propsOf: (rule: ActionRule) => RuleProps,
): Column<ActionRule>[] => [
  {
    id: 'rule',
    head: text('actionRules.rule'),
    sortBy: ({ name }) => name,
    cell: (rule) => <Rule {...propsOf(rule)} />,
  },
]

interface RuleProps {
  rule: ActionRule
  state: RuleState
  attempt: Attempt | undefined
  enabled: boolean
  /** It, or another rule, is being switched on or off. */
  saving: boolean
  onRun: () => void
  onEnable: (enabled: boolean) => void
  onOpen: (view: View) => void
}

/** A rule in the list: its name, its sentence, how it fares, and what can be done with it. */
function Rule(props: RuleProps) {
  const { rule, state, attempt, enabled, saving, onRun, onEnable, onOpen } = props
  const { id, name, stopped, lastStarted } = rule
  const text = useText()
  const instant = useInstant(state.time)
  return (
    <div className={styles['rule']}>
      <div className={styles['head']}>
        <b className={styles['name']}>{name}</b>
        <Switch
          aria-label={text('actionRules.onNamed', { name })}
          checked={enabled}
          onChange={({ target }) => onEnable(target.checked)}
        />
      </div>
      <p className={styles['sentence']} data-off={!enabled || undefined}>
        <Sentence rule={rule} {...state} />
      </p>
      <div className={styles['state']}>
        {stopped && (
          <>
            <Chip status="crit">{text('actionRules.stopped')}</Chip>
            <Button kind="quiet" busy={saving} onClick={() => onEnable(true)}>
              {text('actionRules.restart')}
            </Button>
          </>
        )}
        <small>
          {lastStarted === ''
            ? text('actionRules.never')
            : text('actionRules.lastStarted', { at: instant(lastStarted) })}
        </small>
      </div>
      {attempt && <AttemptResult attempt={attempt} />}
      <div className={styles['tools']}>
        <Button
          icon={<Play size={16} aria-hidden="true" />}
          aria-label={text('actionRules.runNamed', { name })}
          busy={attempt?.status === 'running'}
          onClick={onRun}
        >
          {text('actionRules.run')}
        </Button>
        <Button
          icon={<Pencil size={16} aria-hidden="true" />}
          aria-label={text('ui.editNamed', { name })}
          onClick={() => onOpen({ kind: 'rule', id })}
        >
          {text('ui.edit')}
        </Button>
        <Button
          icon={<Copy size={16} aria-hidden="true" />}
          aria-label={text('actionRules.copyNamed', { name })}
          onClick={() => onOpen({ kind: 'copy', id })}
        >
          {text('actionRules.copy')}
        </Button>
      </div>
    </div>
  )
}

function AttemptResult({ attempt }: { attempt: Attempt }) {
  const text = useText()
  const faultText = useFaultText()
  return (
    <output className={styles['attempt']}>
      {attempt.status === 'running' && text('actionRules.running')}
      {attempt.status === 'unknown' && text('actionRules.stillRunning')}
      {attempt.status === 'fault' && (
        <>
          <Chip status="crit">{text('ui.notDone')}</Chip>{' '}
          <span className={styles['reason']}>{faultText(attempt.fault)}</span>
        </>
      )}
      {attempt.status === 'ended' && <Result entry={attempt.entry} />}
    </output>
  )
}
