import { deviceLocation } from '@lintel/contract/site'
import { Button } from '@lintel/ui/button'
import { formatElapsed } from '@lintel/ui/dates'
import { useLanguage, useText } from '@lintel/ui/i18n'
import { Progress } from '@lintel/ui/progress'
import { useEffect } from 'react'
import { useNow } from '../clock/use-now.ts'
import { ELAPSED_FROM } from '../timing.ts'
import styles from './cover.module.css'
import { restart } from './device-restart.ts'
import { PhaseList } from './phase-list.tsx'
import { isLate, percentOf, phaseOf, phasesOf } from './phases.ts'
import type { RestartState } from './restart.ts'
import { watchGone } from './watch-gone.ts'

/**
 * The overlay below its title: what happens, the progress, the elapsed time, and what to do if it
 * takes too long. Screen readers announce the phases and the notices, not the seconds.
 */
export function Cover({ state }: { state: RestartState }) {
  const text = useText()
  const language = useLanguage()
  const { flag, phase, closable } = state
  const now = useNow()
  const age = Math.max(0, now - flag.at)
  const { evidence } = state
  useEffect(() => (evidence === 'asked' ? watchGone(restart.wentDown) : undefined), [evidence])
  const notice = noticeOf(state, age)
  if (phase === 'upgraded' || phase === 'trying') return <Done phase={phase} />
  return (
    <div className={styles['cover']}>
      <p>{text(`restart.${flag.type ?? 'unknown'}.note`)}</p>
      {flag.expected === undefined ? (
        <Advance state={state} now={now} />
      ) : (
        <Elsewhere expected={flag.expected} />
      )}
      {flag.expected === undefined && (age >= ELAPSED_FROM || closable) && (
        <p role="timer" className={styles['elapsed']}>
          {formatElapsed(language, age / 1000)}
        </p>
      )}
      <div aria-live="polite" className={styles['late']}>
        {notice && <p>{text(notice)}</p>}
      </div>
      {closable && <Button onClick={restart.close}>{text('restart.close')}</Button>}
    </div>
  )
}

/**
 * What to say if it takes too long; undefined if it doesn't.
 * @param age how long the overlay has been there, in milliseconds
 */
function noticeOf({ flag, phase, closable, answers }: RestartState, age: number) {
  if (flag.expected !== undefined) return closable ? 'start.noAnswer' : undefined
  if (phase === 'same') return 'restart.same'
  if (!closable && !isLate(flag.type, age)) return undefined
  if (answers) return 'restart.lateStarting'
  return closable ? 'start.noAnswer' : 'restart.late'
}

/** The phases, and the bar over all of them. */
function Advance({ state, now }: { state: RestartState; now: number }) {
  const text = useText()
  const { flag, evidence, since } = state
  const phases = phasesOf(flag.type)
  const current = phaseOf(flag.type, evidence)
  const step = text('restart.stepOf', {
    step: phases.indexOf(current) + 1,
    count: phases.length,
    name: text(`restart.phase.${current}`),
  })
  return (
    <div className={styles['advance']}>
      <Progress
        label={text('restart.progress')}
        value={percentOf(flag.type, evidence, since, now)}
        spoken={step}
      />
      <PhaseList phases={phases} current={current} />
      <output className="sr-only">{step}</output>
    </div>
  )
}

/** The device is back with other firmware. */
function Done({ phase }: { phase: 'upgraded' | 'trying' }) {
  const text = useText()
  return (
    <div className={styles['cover']}>
      <p>{text('restart.opening')}</p>
      <div className={styles['advance']}>
        <Progress label={text('restart.progress')} value={100} spoken={text(`restart.${phase}`)} />
        <PhaseList phases={phasesOf('upgrade')} current="opening" />
        <output className="sr-only">{text(`restart.${phase}`)}</output>
      </div>
    </div>
  )
}

/** The device comes back at another address, so this page can't tell when. */
function Elsewhere({ expected }: { expected: string }) {
  const text = useText()
  const before = deviceLocation().origin
  return (
    <>
      <p>
        {text('restart.expected')} <a href={`${expected}/webapp/hw/`}>{expected}</a>
      </p>
      <p>
        {text('restart.before')} <a href={`${before}/webapp/hw/`}>{before}</a>
      </p>
    </>
  )
}
