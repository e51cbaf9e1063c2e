import { NETWORK_SHARE, SD_CARD } from '@lintel/contract/disks'
import type { DiskId } from '@lintel/contract/disks'
import type { Clock } from '../../../clock/clock.ts'
import type { Photographer } from '../../../services/storage/photographer.ts'
import type { Pictures } from '../../../services/storage/pictures.ts'
import { ActionFailure } from '../types.ts'
import type { LocalAction, LocalRun } from '../types.ts'
import type { Recorder } from './recorder.ts'
import { aborted, pause } from './waits.ts'

export interface StorageParts {
  clock: Pick<Clock, 'wait'>
  recorder: Recorder
  pictures: Pick<Pictures, 'isWritable'>
  photographer: Pick<Photographer, 'keep'>
  /** Aborted when the device closes. */
  closed: AbortSignal
}

/**
 * Records to a disk, and stores pictures on it. Source: public documentation, "Edge storage API",
 * Record video action template.
 */
export function storageActions(parts: StorageParts): [string, LocalAction][] {
  const { clock, recorder, pictures, photographer, closed } = parts

  /** Records until `ends` has resolved. */
  async function record(run: LocalRun, ends: Promise<void>): Promise<string> {
    const over = new AbortController()
    void ends.then(() => over.abort())
    return (await recorder.record(diskIn(run), over.signal)).join(', ')
  }

  const after = ({ parameters }: LocalRun, until: AbortSignal) =>
    pause(clock, Number(parameters['post_duration']), until)

  /** By rule, what ends a recording that goes on after its event. */
  const goingOn = new Map<string, AbortController>()

  /** Records while the event lasts, and for a while after that, or until it happens again. */
  async function recordWhile(run: LocalRun): Promise<string> {
    goingOn.get(run.rule.id)?.abort()
    return record(run, endOf(run))
  }

  async function endOf(run: LocalRun): Promise<void> {
    const { id } = run.rule
    await aborted(run.until)
    const over = new AbortController()
    goingOn.set(id, over)
    await after(run, AbortSignal.any([closed, over.signal]))
    if (goingOn.get(id) === over) goingOn.delete(id)
  }

  return [
    ['com.axis.action.fixed.recording.storage', (run) => record(run, after(run, run.until))],
    ['com.axis.action.unlimited.recording.storage', recordWhile],
    [
      'com.lintel.action.fixed.image.storage',
      async (run) => {
        const disk = diskIn(run)
        const id = pictures.isWritable(disk) ? await photographer.keep(disk) : undefined
        if (id === undefined) {
          throw new ActionFailure(
            'notPossible',
            'The disk is not mounted, or it is write protected.',
          )
        }
        return id
      },
    ],
  ]
}

function diskIn({ parameters }: LocalRun): DiskId {
  const id = parameters['storage_id'] ?? ''
  const found = ([SD_CARD, NETWORK_SHARE] as const).find((one) => one === id)
  if (!found) throw new ActionFailure('notFound', `There is no disk ${id}.`)
  return found
}
