import { Refusal } from '@lintel/contract/fault'
import { noSuchClip } from '../../../state/clips.ts'
import type { ClipOrder, ClipPlayer } from '../../clips/clip-player.ts'
import { ActionFailure } from '../types.ts'
import type { LocalAction, LocalRun } from '../types.ts'
import { aborted } from './waits.ts'

export interface ClipParts {
  clipPlayer: Pick<ClipPlayer, 'play' | 'stop'>
}

/**
 * Plays clips. Source: public documentation, "Event and action services", Play audio clip action.
 */
export function clipActions({ clipPlayer }: ClipParts): [string, LocalAction][] {
  /** Plays a clip until it has ended, or for as long as the run lasts. */
  async function play(run: LocalRun, repeat: number): Promise<string> {
    const { number, over } = await started(run, repeat)
    await aborted(AbortSignal.any([over, run.until]))
    if (!over.aborted) clipPlayer.stop()
    return String(number)
  }

  async function started({ parameters }: LocalRun, repeat: number) {
    const asked = clipIn(parameters['location'] ?? '')
    try {
      return await clipPlayer.play({ ...asked, repeat, volume: Number(parameters['volume']) })
    } catch (cause) {
      if (cause instanceof Refusal && cause.message === noSuchClip().message) {
        throw new ActionFailure('notFound', cause.message)
      }
      throw cause
    }
  }

  return [
    ['com.axis.action.fixed.play.audioclip', (run) => play(run, Number(run.parameters['repeat']))],
    ['com.axis.action.unlimited.play.audioclip', (run) => play(run, -1)],
    [
      'com.axis.action.fixed.stop.audioclip',
      () => {
        clipPlayer.stop()
        return Promise.resolve('')
      },
    ],
  ]
}

/** The number of a clip stands for it, too. */
const clipIn = (location: string): Pick<ClipOrder, 'clip' | 'location'> =>
  /^\d+$/.test(location) ? { clip: location } : { location }
