import { DeviceFault } from '@lintel/contract/fault'
import { BrandMark } from '@lintel/ui/brand'
import { Button } from '@lintel/ui/button'
import { useText } from '@lintel/ui/i18n'
import { Loading } from '@lintel/ui/loading'
import { Notice } from '@lintel/ui/notice'
import type { ReactNode } from 'react'
import { ChunkError } from '../chunk.ts'
import { LOCAL_PLAYER } from './elsewhere.ts'
import styles from './start-page.module.css'

/** What is seen until the device has told what the first page needs. */
export function StartPage({ children }: { children?: ReactNode }) {
  const text = useText()
  return (
    <main className={styles['page']}>
      <BrandMark />
      {children ?? <Loading label={text('start.starting')} />}
    </main>
  )
}

/** Why the console can't open; with a user, that this account has no role. */
export function StartFailed(props: { failure?: unknown; user?: string; onRetry: () => void }) {
  const { failure, user, onRetry } = props
  const text = useText()
  return (
    <StartPage>
      <div className={styles['words']}>
        <h1>{text('start.failed')}</h1>
        <Notice status="crit" action={<Button onClick={onRetry}>{text('start.retry')}</Button>}>
          {user === undefined ? <Reason failure={failure} /> : text('start.noRole', { user })}
        </Notice>
      </div>
    </StartPage>
  )
}

/** On the way to another page of the device, with a link in case the browser does not get there. */
export function Leaving({ to }: { to: string }) {
  const text = useText()
  const id = to === LOCAL_PLAYER ? 'start.localPlayer' : 'start.audioManager'
  return (
    <StartPage>
      <a href={to}>{text(id)}</a>
    </StartPage>
  )
}

function Reason({ failure }: { failure: unknown }) {
  const text = useText()
  if (failure instanceof ChunkError) {
    const { chunk, type, request } = failure
    return text('start.chunk', { chunk, type, request })
  }
  if (!(failure instanceof DeviceFault)) return text('start.wentWrong')
  if (failure.kind === 'unreachable' || failure.kind === 'timeout') return text('start.noAnswer')
  return failure.message === ''
    ? text('start.wentWrong')
    : text('start.refused', { reason: failure.message })
}
