import { lazyComponent } from '@lintel/ui/lazy'
import { LoadFailed } from '@lintel/ui/loading'
import { useQueries } from '@tanstack/react-query'
import { loadChunk } from '../../app/chunk.ts'
import { useParameterValues } from '../../app/queries.ts'
import { liveViewQuery, outputsIn } from '../io-ports/live-view.ts'
import styles from './overview-page.module.css'

/** Loaded only if an output has a button. */
const OutputButtons = lazyComponent(
  () =>
    loadChunk('overview-outputs', async () => (await import('./output-buttons.tsx')).OutputButtons),
  null,
)

/** The buttons for outputs below the live video. A §3 I/O port. */
export function LiveViewOutputs() {
  const outputs = outputsIn(useParameterValues())
  const notes = useQueries({ queries: outputs.map(liveViewQuery) })
  const chosen = outputs.filter((_, index) => notes[index]?.data)
  const failed = notes.find(({ error, data }) => error && data === undefined)
  if (failed) {
    return (
      <div className={styles['below']}>
        <LoadFailed
          fault={failed.error}
          onRetry={() => {
            for (const note of notes) if (note.error) void note.refetch()
          }}
        />
      </div>
    )
  }
  if (chosen.length === 0) return null
  return <OutputButtons numbers={chosen} />
}
