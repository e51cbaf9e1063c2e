import { Button } from '@lintel/ui/button'
import { useText } from '@lintel/ui/i18n'
import { FullScreen } from '@lintel/ui/overlay'
import { useEffect, useState } from 'react'
import { ELAPSED_STEP } from '../timing.ts'
import { restart } from './device-restart.ts'
import styles from './overlay.module.css'
import type { RestartState } from './restart.ts'

/** Covers the page while the device restarts. A §4 Restart overlay. */
export function RestartOverlay({ state }: { state: RestartState }) {
  const text = useText()
  const { flag, phase, closable } = state
  const kind = flag.type ?? 'unknown'
  const elapsed = useElapsed(flag.at)
  const minutes = Math.floor(elapsed / 60)
  const seconds = String(elapsed % 60).padStart(2, '0')

  if (phase === 'upgraded') {
    return <FullScreen title={text('restart.upgraded')}>{text('restart.opening')}</FullScreen>
  }
  return (
    <FullScreen title={text(`restart.${kind}.title`)}>
      <div className={styles['words']}>
        <p>{text(`restart.${kind}.note`)}</p>
        <p role="timer" className={styles['elapsed']}>
          {text('restart.elapsed', { minutes, seconds })}
        </p>
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

/** Full seconds since a time of the browser's clock. */
function useElapsed(since: number): number {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => {
      setNow(Date.now())
    }, ELAPSED_STEP)
    return () => {
      clearInterval(timer)
    }
  }, [])
  return Math.max(0, Math.floor((now - since) / 1000))
}
