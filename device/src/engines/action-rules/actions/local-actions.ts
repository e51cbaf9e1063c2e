import type { Clock } from '../../../clock/clock.ts'
import type { Parameters } from '../../../state/parameters.ts'
import { pictureRequestOf } from '../../../services/video/picture-request.ts'
import type { Camera } from '../../video/camera.ts'
import type { LocalAction } from '../types.ts'
import { callActions } from './calls.ts'
import type { CallParts } from './calls.ts'
import { clipActions } from './clips.ts'
import type { ClipParts } from './clips.ts'
import { failureOf } from './failure.ts'
import { outputActions } from './outputs.ts'
import type { OutputParts } from './outputs.ts'
import { openRecorder } from './recorder.ts'
import type { RecorderParts } from './recorder.ts'
import { statusLightActions } from './status-light.ts'
import type { StatusLightParts } from './status-light.ts'
import { storageActions } from './storage.ts'
import type { StorageParts } from './storage.ts'
import { virtualInputActions } from './virtual-inputs.ts'
import type { VirtualInputParts } from './virtual-inputs.ts'

export interface LocalActionParts
  extends OutputParts, StatusLightParts, CallParts, VirtualInputParts {
  clock: Pick<Clock, 'now' | 'monotonic' | 'wait'>
  parameters: Pick<Parameters, 'get' | 'list' | 'text'>
  /** Undefined on products without a loudspeaker. */
  clipPlayer: ClipParts['clipPlayer'] | undefined
  /** Undefined on products without a camera. */
  camera: Pick<Camera, 'watch'> | undefined
  pictures: (RecorderParts & StorageParts)['pictures'] | undefined
  photographer: StorageParts['photographer'] | undefined
  /**
   * Aborted when the device closes: what goes on for a while after its event has ended, such as a
   * recording, then stops at once.
   */
  closed: AbortSignal
}

/**
 * The actions that the device does itself, by the token of their template. Those that the product
 * can't do are missing.
 */
export interface LocalActions extends ReadonlyMap<string, LocalAction> {
  /** Resolves once all runs have ended, such as a recording that has yet to be written. */
  settled(): Promise<void>
}

export function openLocalActions(parts: LocalActionParts): LocalActions {
  const running = new Set<Promise<string>>()
  const { clipPlayer, camera, pictures, photographer, parameters } = parts
  const all = [
    ...(parts.ioPorts.count > 0 ? outputActions(parts) : []),
    ...(clipPlayer ? clipActions({ clipPlayer }) : []),
    ...statusLightActions(parts),
    ...(camera && pictures && photographer
      ? storageActions({
          ...parts,
          pictures,
          photographer,
          recorder: openRecorder({
            ...parts,
            camera,
            pictures,
            request: () => pictureRequestOf({}, parameters),
          }),
        })
      : []),
    ...callActions(parts),
    ...virtualInputActions(parts),
  ]

  const tracked =
    (action: LocalAction): LocalAction =>
    (run) => {
      const result = explained(action)(run)
      running.add(result)
      const over = () => void running.delete(result)
      result.then(over, over)
      return result
    }

  return Object.assign(new Map(all.map(([token, action]) => [token, tracked(action)])), {
    async settled() {
      await Promise.allSettled(running)
    },
  })
}

/** The action, which does nothing once it is to stop, and says why it has failed. */
const explained =
  (action: LocalAction): LocalAction =>
  async (run) => {
    if (run.until.aborted) return ''
    try {
      return await action(run)
    } catch (cause) {
      throw failureOf(cause)
    }
  }
