import type { BoardHappened } from '../board-log.ts'
import type { ClockControls } from '../controls/clock.ts'
import type { ControlParts } from '../controls/parts.ts'
import type { PlugParts } from '../plug.ts'
import { openNeighbour } from './neighbour.ts'
import type { StoryHands } from './steps.ts'
import { openStory } from './story.ts'
import type { Story } from './story.ts'

/** Milliseconds in which a call begins or ends. */
const SOON = 3_000

/** Addresses that mean all of this computer's. */
const ANY: Record<string, string> = { '0.0.0.0': '127.0.0.1', '::': '::1' }

/** The story of a board, which acts with its controls. */
export function boardStory(
  parts: Pick<ControlParts, 'product' | 'hardware' | 'reported' | 'power' | 'time'> &
    Pick<PlugParts, 'address' | 'ports'> & { happened: BoardHappened },
  controls: Omit<StoryHands, 'product' | 'terminals' | 'calls' | 'neighbour' | 'until' | 'noCall'> &
    Pick<ClockControls, 'advance'>,
  { changed, subscribe }: { changed: () => void; subscribe: (fn: () => void) => () => void },
): Story {
  const { product, hardware, reported, power, time, happened, address, ports } = parts

  /** Resolves once this holds, or after a while. */
  function until(holds: () => boolean): Promise<void> {
    return new Promise((resolve) => {
      const look = () => {
        if (holds()) end()
      }
      const unsubscribe = subscribe(look)
      const cancel = time.after(SOON, end)
      function end(): void {
        unsubscribe()
        cancel()
        resolve()
      }
      look()
    })
  }

  return openStory({
    hands: {
      ...controls,
      product,
      terminals: () => reported.terminals(),
      calls: () => reported.front().calls,
      neighbour: openNeighbour({ address: ANY[address] ?? address, port: ports.sip }, time),
      until,
      noCall: () => happened('story.noCall'),
    },
    now: () => time.now() + hardware.state().clockOffset,
    zone: () => reported.front().timeZone?.offset ?? 0,
    advance: (milliseconds) => controls.advance(milliseconds),
    world: () => hardware.state().world,
    power,
    time,
    happened,
    changed,
  })
}
