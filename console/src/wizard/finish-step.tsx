import { isLost } from '@lintel/contract/fault'
import { useFaultText } from '@lintel/ui/fault-text'
import type { MessageId } from '@lintel/contract/messages'
import { useText } from '@lintel/ui/i18n'
import { Notice } from '@lintel/ui/notice'
import { Check, X } from 'lucide-react'
import { pageAt } from '../app/trial/move.ts'
import type { Move } from '../app/trial/move.ts'
import type { Run, Task } from './machine.ts'
import { Footer, FooterButton, Question } from './question.tsx'
import type { Wizard } from './wizard.ts'
import styles from './wizard.module.css'

type TaskState = 'done' | 'now' | 'failed' | 'todo'

interface FinishStepProps {
  wizard: Wizard
  run: Run
  /** Everything is stored and the console is about to open. */
  done: boolean
  /** Where it opens, if not here. */
  move: Move | undefined
  busy: boolean
}

/**
 * The progress of storing, step by step. It names a failed step and continues from there on
 * request.
 */
export function FinishStep({ wizard, run, done, move, busy }: FinishStepProps) {
  const text = useText()
  const current = run.tasks[run.done]
  const stopped = current !== undefined && !busy
  return (
    <Question
      title={text(stopped ? 'wizard.finish.stopped' : 'wizard.finish.title')}
      note={text(noteOf(done, stopped))}
    >
      <Tasks run={run} stopped={stopped} />
      {move && <Moved move={move} />}
      {stopped && <Stopped wizard={wizard} run={run} task={current} />}
    </Question>
  )
}

function noteOf(done: boolean, stopped: boolean): MessageId {
  if (done) return 'wizard.finish.done'
  return stopped ? 'wizard.finish.kept' : 'wizard.finish.note'
}

function Tasks({ run, stopped }: { run: Run; stopped: boolean }) {
  const text = useText()
  const stateOf = (index: number): TaskState => {
    if (index < run.done) return 'done'
    if (index > run.done) return 'todo'
    return stopped ? 'failed' : 'now'
  }
  const current = run.tasks[run.done]
  return (
    <>
      <ol className={styles['tasks']}>
        {run.tasks.map((task, index) => {
          const state = stateOf(index)
          return (
            <li
              key={task}
              className={styles[state]}
              aria-current={state === 'now' ? 'step' : undefined}
            >
              <span className={styles['mark']} aria-hidden="true">
                {state === 'done' && <Check size={16} />}
                {state === 'failed' && <X size={16} />}
              </span>
              <span>
                {text(`wizard.task.${task}`)}
                <span className="sr-only">{text(`wizard.task.${state}`)}</span>
              </span>
            </li>
          )
        })}
      </ol>
      <output className="sr-only">
        {current && !stopped ? text(`wizard.task.${current}`) : ''}
      </output>
    </>
  )
}

/** The browser is leaving for another address; the link is a fallback. */
function Moved({ move }: { move: Move }) {
  const text = useText()
  const { url, seconds } = move
  return (
    <div className={styles['part']}>
      <Notice title={text('wizard.finish.moved', { url })}>
        {text('wizard.finish.moved.next')}{' '}
        <a href={pageAt(move)}>{text('wizard.finish.moved.link')}</a>.{' '}
        {seconds !== undefined && text('wizard.finish.moved.back', { seconds })}
      </Notice>
    </div>
  )
}

function Stopped({ wizard, run, task }: { wizard: Wizard; run: Run; task: Task }) {
  const text = useText()
  const faultText = useFaultText()
  const back = run.fault !== undefined && !run.gone && isLost(run.fault)
  return (
    <div className={styles['part']}>
      {back ? (
        <Notice status="ok" title={text('wizard.finish.back')}>
          {text('wizard.finish.back.next')}
        </Notice>
      ) : (
        <Notice
          status="crit"
          title={text('wizard.finish.failed', { task: text(`wizard.task.${task}`) })}
        >
          {faultText(run.fault)}
        </Notice>
      )}
      <Footer>
        <FooterButton onClick={() => wizard.previous()}>{text('wizard.previous')}</FooterButton>
        <FooterButton kind="primary" busy={run.gone} onClick={() => void wizard.tryAgain()}>
          {text(run.gone ? 'wizard.finish.waiting' : 'ui.retry')}
        </FooterButton>
      </Footer>
    </div>
  )
}
