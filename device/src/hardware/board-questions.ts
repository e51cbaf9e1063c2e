import { Refusal } from '@lintel/contract/fault'
import type { ToDevice } from '@lintel/contract/wire'
import type { Log } from '../log.ts'
import type { Wire } from './wire.ts'

type Question = Extract<ToDevice, { ask: number }>
type Answers = {
  [T in Question['type']]: (question: Extract<Question, { type: T }>) => void | Promise<void>
}

/**
 * Handles the board's requests one at a time, and reports to it when each is done or why it failed.
 */
export function answerBoard(wire: Wire, log: Log, answers: Answers): void {
  let last = Promise.resolve()

  function answerTo(type: Question['type']): void {
    wire.on(type, (question) => {
      last = last.then(() => answer(question, answers[type]))
    })
  }

  async function answer(question: Question, work: Answers[Question['type']]): Promise<void> {
    const { ask, type } = question
    try {
      await (work as (question: Question) => void | Promise<void>)(question)
      wire.send({ type: 'done', ask })
    } catch (cause) {
      log.error({ err: cause, type }, 'board request failed')
      const words =
        cause instanceof Refusal ? cause.message : 'The device failed to carry out the request.'
      wire.send({ type: 'done', ask, error: words })
    }
  }

  answerTo('advance')
  answerTo('clock')
  answerTo('speaker')
  answerTo('oldCiphers')
  answerTo('save')
  answerTo('restore')
}
