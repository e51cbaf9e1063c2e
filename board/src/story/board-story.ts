import type { BoardHappened } from '../board-log.ts'
import type { ClockControls } from '../controls/clock.ts'
import { ANSWER_LIMIT, runningWire } from '../controls/parts.ts'
import type { ControlParts } from '../controls/parts.ts'
import type { PlugParts } from '../plug.ts'
import { openCaller } from './caller.ts'
import type { StoryControls } from './steps.ts'
import { openStory } from './story.ts'
import type { Story } from './story.ts'

/** Milliseconds until a call has begun or ended; after that the day goes on without. */
const CALL_LIMIT = 10_000

/** Addresses to which a service can be bound, and the one at which this computer reaches it. */
const ANY: Record<string, string> = { '0.0.0.0': '127.0.0.1', '::': '::1' }

/** The story of a board, which acts with its controls. */
export function boardStory(
  parts: Pick<ControlParts, 'product' | 'hardware' | 'reported' | 'power' | 'time'> &
    Pick<PlugParts, 'address' | 'ports'> & { happened: BoardHappened },
  controls: Omit<
    StoryControls,
    | 'product'
    | 'terminals'
    | 'order'
    | 'now'
    | 'speaker'
    | 'microphoneOff'
    | 'calls'
    | 'takesCalls'
    | 'answersItself'
    | 'caller'
    | 'until'
    | 'noCall'
  > &
    Pick<ClockControls, 'advance'>,
  { changed, subscribe }: { changed: () => void; subscribe: (fn: () => void) => () => void },
): Story {
  const { product, hardware, reported, power, time, happened, address, ports } = parts

  /** Resolves once this holds, or after `CALL_LIMIT`. */
  function until(holds: () => boolean): Promise<void> {
    return new Promise((resolve) => {
      const look = () => {
        if (holds()) end()
      }
      const unsubscribe = subscribe(look)
      const cancel = time.after(CALL_LIMIT, end)
      function end(): void {
        unsubscribe()
        cancel()
        resolve()
      }
      look()
    })
  }

  const now = () => time.now() + hardware.state().clockOffset
  const story = openStory({
    controls: {
      ...controls,
      product,
      terminals: () => reported.terminals(),
      order: ({ id }, request) =>
        runningWire(power).ask({ type: 'call', call: id, request }, ANSWER_LIMIT),
      now,
      speaker: () => reported.front().speaker,
      microphoneOff: () => hardware.state().world.microphoneDisabled,
      calls: () => reported.front().calls,
      takesCalls() {
        const readiness = reported.front().callReadiness
        return readiness ? readiness.sip && readiness.incoming : undefined
      },
      answersItself: () => reported.front().callReadiness?.autoAnswer === true,
      caller: openCaller({ address: ANY[address] ?? address, port: ports.sip }, time),
      until,
      noCall: () => happened('story.noCall'),
    },
    now,
    zone: () => reported.front().timeZone?.offset ?? 0,
    advance: (milliseconds) => controls.advance(milliseconds, { keepSessions: true }),
    world: () => hardware.state().world,
    power,
    time,
    happened,
    changed,
  })
  subscribe(() => {
    if (power.state() === 'running') story.tidyUp()
  })
  return story
}
