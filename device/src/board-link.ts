import { Refusal } from '@lintel/contract/fault'
import type { Device } from './device.ts'
import type { Lifecycle } from './engines/lifecycle.ts'
import { answerBoard } from './hardware/board-questions.ts'

/** Carries out the bench's requests, which arrive through the board. */
export function followBoard(device: Device, lifecycle: Pick<Lifecycle, 'stateRestored'>): void {
  const { clock, database, happened, legacyCiphers, log, sessions, speaker, wire } = device
  answerBoard(wire, log, {
    advance: ({ milliseconds }) => clock.advance(milliseconds),
    clock({ offset }) {
      sessions.clockMoved(offset - clock.offset())
      clock.adopt(offset)
    },
    speaker({ calibrated }) {
      if (!speaker) throw new Refusal('invalid', 'The device has no loudspeaker.')
      if (calibrated) speaker.calibrate()
      else speaker.forget()
      happened(calibrated ? 'speaker.calibrated' : 'speaker.forgotten')
    },
    oldCiphers({ left }) {
      legacyCiphers.leave(left)
      happened(left ? 'ciphers.left' : 'ciphers.cleared')
    },
    save: ({ file }) => database.save(file),
    async restore({ file, clockOffset }) {
      database.restore(file)
      clock.adopt(clockOffset)
      await lifecycle.stateRestored()
    },
  })
}
