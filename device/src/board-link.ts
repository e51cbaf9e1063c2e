import { dirname, join } from 'node:path'
import { CHANGED_AREAS } from '@lintel/contract/events'
import { Refusal } from '@lintel/contract/fault'
import { SESSION_IDLE_MS } from '@lintel/front-door/device-context'
import type { MakeCall } from './call-by-board.ts'
import type { Device } from './device.ts'
import type { Lifecycle } from './engines/lifecycle.ts'
import { handleBoardRequests } from './hardware/board-requests.ts'
import { KEY_FILE } from './state/open-state.ts'
import type { StoredImage } from './state/phonebook/images.ts'

/** Well within the time after which a session is idle. */
const IN_USE_MS = SESSION_IDLE_MS / 4

/** Reports to the board, and carries out the bench's requests, which arrive through it. */
export function followBoard(
  device: Device,
  lifecycle: Pick<Lifecycle, 'stateRestored'>,
  makeCall: MakeCall,
): void {
  const {
    accounts,
    apps,
    clips,
    clock,
    database,
    events,
    logToBench,
    legacyCiphers,
    log,
    reader,
    secrets,
    sessions,
    sound,
    speaker,
    telephone,
    welcomeImage,
    wire,
  } = device
  const reportSetUp = () => wire.send({ type: 'setUp', done: accounts.rootPasswordSet() })
  reportSetUp()
  accounts.subscribe(reportSetUp)
  handleBoardRequests(wire, log, {
    sync: () => undefined,
    async advance({ milliseconds, keepSessions = false }) {
      if (keepSessions) await advanceInUse(device, milliseconds)
      else await clock.advance(milliseconds)
    },
    clock({ offset }) {
      sessions.clockMoved(offset - clock.offset())
      clock.adopt(offset)
    },
    speaker({ calibrated }) {
      if (!speaker) throw new Refusal('invalid', 'The device can not test its loudspeaker.')
      if (calibrated) {
        speaker.calibrateAtOnce()
        return
      }
      speaker.forget()
      logToBench('speaker.forgotten')
    },
    oldCiphers({ left }) {
      legacyCiphers.leave(left)
      logToBench(left ? 'ciphers.left' : 'ciphers.cleared')
    },
    answerCall({ callId }) {
      telephone.answer(callId)
    },
    endCall({ callId }) {
      telephone.hangUp(callId)
    },
    microphone({ microphone }) {
      sound?.speak(microphone)
      telephone.speak(microphone)
    },
    card({ card, reader: at }) {
      if (!reader) throw new Refusal('invalid', 'The device has no card reader.')
      reader.present(card, at)
    },
    pin({ keys, reader: at }) {
      if (!reader) throw new Refusal('invalid', 'The device has no card reader.')
      // Before the decision about it. The board knows which readers there are.
      logToBench('keypad.entered', { keys: keys.length })
      reader.enter(keys, true, at)
    },
    call: ({ call, request }) => makeCall(call, request),
    controller({ action }) {
      if (!reader) throw new Refusal('invalid', 'The device has no card reader.')
      reader.control(action)
    },
    sendWelcomeImage() {
      const described = welcomeImage.describe()
      const image = welcomeImage.get()
      wire.send({
        type: 'welcomeImage',
        image: described && image ? toWire(described, image) : null,
      })
    },
    save({ file }) {
      database.save(file)
      secrets.save(join(dirname(file), KEY_FILE))
      clips.saveFiles(dirname(file))
      apps.saveFolders(dirname(file))
    },
    async restore({ file, clockOffset, keepSessions }) {
      secrets.adopt(join(dirname(file), KEY_FILE))
      clips.adoptFiles(dirname(file))
      apps.adoptFolders(dirname(file))
      database.restore(file, keepSessions)
      clock.adopt(clockOffset)
      reportSetUp()
      await lifecycle.stateRestored()
      for (const area of CHANGED_AREAS) events.changed(area)
    },
  })
}

/**
 * Advances the clock as if whoever is signed in used the device all the time. In parts, so that a
 * session that is used meanwhile doesn't become idle until the end either.
 */
async function advanceInUse({ sessions, clock }: Device, milliseconds: number): Promise<void> {
  for (let left = milliseconds; left > 0; left -= IN_USE_MS) {
    const part = Math.min(left, IN_USE_MS)
    sessions.clockMoved(part)
    await clock.advance(part)
  }
}

const toWire = ({ hash, type }: { hash: string; type: string }, { bytes }: StoredImage) => ({
  hash,
  contentType: type,
  bytes: Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('base64'),
})
