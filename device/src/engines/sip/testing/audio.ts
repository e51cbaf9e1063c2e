import { Worker } from 'node:worker_threads'
import { onTestFinished } from 'vitest'
import { startClock } from '../../../clock/clock.ts'
import { openLog } from '../../../log.ts'
import { openMedia } from '../../media/media.ts'
import type { Media } from '../../media/types.ts'

const SOURCE = new URL('../../media/worker.ts', import.meta.url).href

/** The real media engine, with its worker run from source. */
export function openAudio(): Media {
  const source = `import('tsx/esm/api').then(({ tsImport }) => tsImport('${SOURCE}', '${SOURCE}'))`
  const media = openMedia({
    clock: startClock(),
    log: openLog('silent'),
    startWorker: () => new Worker(source, { eval: true }),
  })
  onTestFinished(() => media.close())
  return media
}
