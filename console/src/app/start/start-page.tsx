import { DeviceFault, isLost } from '@lintel/contract/fault'
import { atSite } from '@lintel/contract/site'
import { BrandMark } from '@lintel/ui/brand'
import { Button } from '@lintel/ui/button'
import { Text, useText } from '@lintel/ui/i18n'
import { Loading } from '@lintel/ui/loading'
import { Notice } from '@lintel/ui/notice'
import type { ReactNode } from 'react'
import { ChunkError } from '../chunk.ts'
import { useReloadWhenBack } from '../connection/reload-when-back.ts'
import { pageAt } from '../trial/move.ts'
import { LOCAL_PLAYER } from './elsewhere.ts'
import styles from './start-page.module.css'

/** Shown until the device has answered what the first page needs. */
export function StartPage({ children }: { children?: ReactNode }) {
  const text = useText()
  return (
    <main className={styles['page']}>
      <BrandMark />
      {children ?? <Loading label={text('start.starting')} />}
    </main>
  )
}

interface StartFailedProps {
  failure?: unknown
  /** The account has no role. */
  user?: string
  /**
   * Where the device may be again if it does not answer here: an origin that `holdTicket` accepted.
   */
  from?: string | undefined
  onRetry: () => void
}

/** Why the console can't open. */
export function StartFailed({ failure, user, from, onRetry }: StartFailedProps) {
  const text = useText()
  return (
    <StartPage>
      <div className={styles['failure']}>
        <h1>{text('start.failed')}</h1>
        <Notice status="crit" action={<Button onClick={onRetry}>{text('start.retry')}</Button>}>
          {user === undefined ? <Reason failure={failure} /> : text('start.noRole', { user })}
          {from !== undefined && isLost(failure) && (
            <>
              {' '}
              <Text
                id="start.mayBeBack"
                values={{ address: <a href={pageAt({ url: from })}>{from}</a> }}
              />
            </>
          )}
        </Notice>
      </div>
    </StartPage>
  )
}

/**
 * While navigating to another page of the device, with a link in case the browser does not get
 * there.
 */
export function Leaving({ to }: { to: string }) {
  const text = useText()
  const id = to === LOCAL_PLAYER ? 'start.localPlayer' : 'start.audioManager'
  return (
    <StartPage>
      <a href={atSite(to)}>{text(id)}</a>
    </StartPage>
  )
}

function Reason({ failure }: { failure: unknown }) {
  const text = useText()
  useReloadWhenBack(failure instanceof ChunkError)
  if (failure instanceof ChunkError) {
    const { chunk, type, request } = failure
    return text('start.chunk', { chunk, type, request })
  }
  if (!(failure instanceof DeviceFault)) return text('start.wentWrong')
  if (isLost(failure)) return text('start.noAnswer')
  return failure.message === ''
    ? text('start.wentWrong')
    : text('start.refused', { reason: failure.message })
}
