import { renderWithMessages } from '@lintel/ui/testing/render'
import { ToastRegion } from '@lintel/ui/toast-region'
import { Bench } from '../bench.tsx'
import { catalogues } from '../catalogues.ts'
import { fakeBench } from './fake-bench.ts'

export type FakeBench = ReturnType<typeof fakeBench>

/** Shows the page in English, with its messages, on a fake bench. */
export function renderBench(): FakeBench {
  const bench = fakeBench()
  renderWithMessages(
    <>
      <Bench />
      <ToastRegion />
    </>,
    'en',
    catalogues,
  )
  return bench
}
