import { Refusal } from '@lintel/contract/fault'
import type { ToDevice } from '@lintel/contract/wire'
import type { Log } from '../log.ts'
import type { Wire } from './wire.ts'

type BoardRequest = Extract<ToDevice, { ask: number }>
type Handlers = {
  [T in BoardRequest['type']]: (request: Extract<BoardRequest, { type: T }>) => void | Promise<void>
}

/**
 * Handles the board's requests one at a time, and reports to it when each is done or why it failed.
 */
export function handleBoardRequests(wire: Wire, log: Log, handlers: Handlers): void {
  let last = Promise.resolve()

  function handle(type: BoardRequest['type']): void {
    wire.on(type, (request) => {
      last = last.then(() => run(request, handlers[type]))
    })
  }

  async function run(request: BoardRequest, work: Handlers[BoardRequest['type']]): Promise<void> {
    const { ask, type } = request
    try {
      await (work as (request: BoardRequest) => void | Promise<void>)(request)
      wire.send({ type: 'done', ask })
    } catch (cause) {
      log.error({ err: cause, type }, 'board request failed')
      const message =
        cause instanceof Refusal ? cause.message : 'The device failed to carry out the request.'
      wire.send({ type: 'done', ask, error: message })
    }
  }

  for (const type of Object.keys(handlers) as BoardRequest['type'][]) handle(type)
}
