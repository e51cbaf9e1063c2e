import { useFaultText } from '@lintel/ui/fault-text'
import { useText } from '@lintel/ui/i18n'
import { Loading } from '@lintel/ui/loading'
import { Notice } from '@lintel/ui/notice'
import { Check, X } from 'lucide-react'
import { isLost } from './machine.ts'
import type { Run, Task } from './machine.ts'
import { Footer, FooterButton, Question } from './question.tsx'
import type { Wizard } from './wizard.ts'
import styles from './wizard.module.css'

type TaskState = 'done' | 'now' | 'failed' | 'todo'

interface FinishStepProps {
  wizard: Wizard
  run: Run
  /** Everything is stored and the console is on its way. */
  done: boolean
  busy: boolean
}

/** What is stored, step by step. When one fails it says which, and goes on from there by a button. */
export function FinishStep({ wizard, run, done, busy }: FinishStepProps) {
  const text = useText()
  const current = run.tasks[run.done]
  const stopped = current !== undefined && !busy
  return (
    <Question
      title={text(stopped ? 'wizard.finish.stopped' : 'wizard.finish.title')}
      note={text(done ? 'wizard.finish.done' : 'wizard.finish.note')}
    >
      <Tasks run={run} stopped={stopped} />
      {stopped && <Stopped wizard={wizard} run={run} task={current} />}
    </Question>
  )
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
      {run.gone && <Loading label={text('wizard.finish.waiting')} />}
      <p className={styles['help']}>{text('wizard.finish.kept')}</p>
      <Footer>
        <FooterButton onClick={() => wizard.previous()}>{text('wizard.previous')}</FooterButton>
        {!run.gone && (
          <FooterButton kind="primary" onClick={() => void wizard.tryAgain()}>
            {text('ui.retry')}
          </FooterButton>
        )}
      </Footer>
    </div>
  )
}
