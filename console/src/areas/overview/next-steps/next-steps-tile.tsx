import { useText } from '@lintel/ui/i18n'
import { Circle, CircleCheck } from 'lucide-react'
import { TileSkeleton } from '../tiles/tile-skeleton.tsx'
import styles from './next-steps-tile.module.css'
import { useSteps } from './use-steps.ts'

/** What a new device needs after its set-up: each step with whether it is done, and a link to where. */
export function NextStepsTile() {
  const text = useText()
  const { steps } = useSteps()
  if (steps.length === 0) return <TileSkeleton shape="steps" />
  const done = steps.filter(({ isDone }) => isDone).length
  return (
    <>
      <p className={styles['progress']}>
        {text('nextSteps.progress', { done, count: steps.length })}
      </p>
      <ul className={styles['steps']}>
        {steps.map(({ id, href, isDone }) => (
          <li key={id} data-done={isDone || undefined}>
            <span className={styles['mark']} aria-hidden="true">
              {isDone ? <CircleCheck size={18} /> : <Circle size={18} />}
            </span>
            <div>
              <a href={href}>{text(`nextSteps.${id}`)}</a>
              {isDone ? (
                <span className="sr-only"> {text('nextSteps.isDone')}</span>
              ) : (
                <p>{text(`nextSteps.${id}.why`)}</p>
              )}
            </div>
          </li>
        ))}
      </ul>
    </>
  )
}
