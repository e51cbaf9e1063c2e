import { PLAN_KEY } from './storage-plan-key.ts'

/**
 * Continues a job on a disk that a reload of the console has interrupted, so that no disk stays
 * unmounted (EXPECT-36). Its code loads only if there is one.
 */
export function resumeStorage(): void {
  if (sessionStorage.getItem(PLAN_KEY) === null) return
  // Without the code, the storage page goes on with it.
  import('../areas/storage/running-sequence.ts')
    .then(({ resumeSequence }) => resumeSequence())
    .catch(() => undefined)
}
