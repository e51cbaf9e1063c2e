import { deviceLocation } from '@lintel/contract/site'
import { Button } from '@lintel/ui/button'
import { elapsedParts } from '@lintel/ui/dates'
import { useText } from '@lintel/ui/i18n'
import { FullScreen } from '@lintel/ui/overlay'
import { useNow } from '../clock/use-now.ts'
import { restart } from './device-restart.ts'
import styles from './overlay.module.css'
import type { RestartState } from './restart.ts'

/** Covers the page while the device restarts. A §4 Restart overlay. */
export function RestartOverlay({ state }: { state: RestartState }) {
  const text = useText()
  const { flag, phase, closable } = state
  const kind = flag.type ?? 'unknown'
  const elapsed = Math.max(0, Math.floor((useNow() - flag.at) / 1000))

  if (phase === 'upgraded' || phase === 'trying') {
    return <FullScreen title={text(`restart.${phase}`)}>{text('restart.opening')}</FullScreen>
  }
  return (
    <FullScreen title={text(`restart.${kind}.title`)}>
      <div className={styles['body']}>
        <p>{text(`restart.${kind}.note`)}</p>
        {flag.expected === undefined ? (
          <p role="timer" className={styles['elapsed']}>
            {text('restart.elapsed', elapsedParts(elapsed))}
          </p>
        ) : (
          <Elsewhere expected={flag.expected} />
        )}
        {closable && <p>{text(phase === 'same' ? 'restart.same' : 'start.noAnswer')}</p>}
        {closable && (
          <p>
            <Button onClick={restart.close}>{text('restart.close')}</Button>
          </p>
        )}
      </div>
    </FullScreen>
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
