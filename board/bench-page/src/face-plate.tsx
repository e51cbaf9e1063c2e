import { pressKey } from '@lintel/contract/bench'
import type { DisplayContent } from '@lintel/contract/wire'
import { useText } from '@lintel/ui/i18n'
import { useCommand } from './command.ts'
import styles from './face-plate.module.css'

const KEYS = ['1', '2', '3', '4', '5', '6', '7', '8', '9', '*', '0', '#'] as const

/** The device from the front, as it hangs on the wall; its buttons can be pressed. */
export function FacePlate(props: { display: DisplayContent; power: boolean; ready: boolean }) {
  const { display, power, ready } = props
  const text = useText()
  const [press] = useCommand(pressKey)
  return (
    <section className={styles['wall']} aria-label={text('bench.plate')}>
      <div className={styles['plate']}>
        <div className={styles['lens']} />
        <Screen display={power ? display : { state: 'off', title: '', subtitle: '', time: '' }} />
        <fieldset className={styles['keys']} aria-label={text('bench.keypad')}>
          {KEYS.map((key) => (
            <button
              key={key}
              type="button"
              aria-label={text('bench.key', { key })}
              onClick={() => void press({ key })}
            >
              {key}
            </button>
          ))}
        </fieldset>
        <button
          type="button"
          className={styles['ring']}
          data-lit={ready || undefined}
          onClick={() => void press({ key: 'callButton' })}
        >
          {text('bench.ring')}
        </button>
      </div>
    </section>
  )
}

function Screen({ display }: { display: DisplayContent }) {
  const text = useText()
  const { state, title, subtitle, time } = display
  return (
    <section className={styles['screen']} data-state={state} aria-label={text('bench.screen')}>
      {state === 'off' && <span className="sr-only">{text('bench.screen.off')}</span>}
      {state === 'starting' && (
        <>
          <span className={styles['dots']} aria-hidden="true">
            <i />
            <i />
            <i />
          </span>
          <span>{title === '' ? text('bench.screen.starting') : title}</span>
        </>
      )}
      {state === 'on' && (
        <>
          <b>{title}</b>
          <span className={styles['subtitle']}>{subtitle}</span>
          <span>{time}</span>
        </>
      )}
    </section>
  )
}
