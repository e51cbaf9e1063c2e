import { Button } from '@lintel/ui/button'
import { useText } from '@lintel/ui/i18n'
import { Notice } from '@lintel/ui/notice'
import type { ReactNode } from 'react'
import { Component } from 'react'
import { ChunkError } from '../chunk.ts'
import { useReloadWhenBack } from '../connection/reload-when-back.ts'
import { connection } from '../device.ts'
import { useStore } from '@lintel/ui/store'
import styles from './error-boundary.module.css'

interface BoundaryProps {
  children: ReactNode
  /** Shows nothing in place of the part, which the person can do without until the next load. */
  quiet?: boolean
}

/** Contains the failure of one part. */
export class ErrorBoundary extends Component<BoundaryProps, { failure: unknown }> {
  override state: { failure: unknown } = { failure: undefined }

  static getDerivedStateFromError(failure: unknown) {
    return { failure: failure ?? new Error('nothing') }
  }

  override render() {
    const { failure } = this.state
    if (failure === undefined) return this.props.children
    return this.props.quiet ? <PartMissing failure={failure} /> : <PartFailed failure={failure} />
  }
}

/** Nothing, until the device is back and the page reloads by itself. */
function PartMissing({ failure }: { failure: unknown }) {
  useReloadWhenBack(failure instanceof ChunkError)
  return null
}

/**
 * What failed, and how to continue. Only a reload can request a chunk again, because browsers
 * remember a failed module; the page reloads by itself when the device is back. The name of the chunk
 * helps support (A §8).
 */
function PartFailed({ failure }: { failure: unknown }) {
  const text = useText()
  const chunk = failure instanceof ChunkError ? failure : undefined
  const gone = useStore(connection.gone)
  useReloadWhenBack(chunk !== undefined)
  return (
    <Notice
      status="crit"
      title={text(chunk ? 'ui.loadFailed' : 'shell.wentWrong')}
      action={<Button onClick={() => location.reload()}>{text('ui.retry')}</Button>}
    >
      {text(chunk && gone ? 'ui.loadsWhenBack' : 'shell.tryAgain')}
      {chunk && (
        <span className={styles['detail']}>
          {text('start.chunk', {
            chunk: chunk.chunk,
            type: chunk.type,
            request: chunk.request,
          })}
        </span>
      )}
    </Notice>
  )
}
