import type { RequestOf } from '@lintel/contract/call'
import type { pressKey, setMicrophone, setSpeaker } from '@lintel/contract/bench'
import { Refusal } from '@lintel/contract/fault'
import { ANSWER_LIMIT, runningWire } from './parts.ts'
import type { ControlParts } from './parts.ts'

export interface FrontControls {
  /** @throws Refusal `invalid` when the product has no such button. */
  press(key: RequestOf<typeof pressKey>['key']): void
  /** @throws Refusal `invalid` without a loudspeaker, `conflict` while the device does not run. */
  setSpeaker(calibrated: RequestOf<typeof setSpeaker>['calibrated']): Promise<void>
  /** @throws Refusal `invalid` when the product does not notice it */
  knock(force: number): void
  /** @throws Refusal `conflict` while the device does not run */
  setOldCiphers(left: boolean): Promise<void>
  /** @throws Refusal `conflict` while the device does not run */
  answerCall(callId: string): Promise<void>
  /** @throws Refusal `conflict` while the device does not run */
  endCall(callId: string): Promise<void>
  /** @throws Refusal `invalid` without a microphone, `conflict` while the device does not run */
  setMicrophone(microphone: RequestOf<typeof setMicrophone>['microphone']): Promise<void>
  /** @throws Refusal `conflict` unless the microphone is live */
  speakLive(pcm: string): void
}

/** What a person does at the device itself. */
export function frontControls(
  parts: Pick<ControlParts, 'product' | 'power' | 'happened' | 'reported'>,
): FrontControls {
  const { product, power, happened, reported } = parts

  const wire = () => runningWire(power)

  return {
    press(key) {
      const { callButton, display, keypad } = product.plate
      const there = key === 'callButton' ? callButton : key === 'display' ? display : keypad
      if (!there) {
        throw new Refusal('invalid', `The ${product.number} has no such button.`)
      }
      happened('pressed', { key })
      power.wire()?.send({ type: 'pressed', key })
    },
    async setSpeaker(calibrated) {
      if (!product.audio?.output) {
        throw new Refusal('invalid', 'The product has no loudspeaker.')
      }
      await wire().ask({ type: 'speaker', calibrated }, ANSWER_LIMIT)
    },
    knock(force) {
      if (!product.shockSensor) {
        throw new Refusal('invalid', `The ${product.number} does not notice knocks.`)
      }
      happened('handled.knock', { force })
      power.wire()?.send({ type: 'knock', force })
    },
    async setOldCiphers(left) {
      await wire().ask({ type: 'oldCiphers', left }, ANSWER_LIMIT)
    },
    answerCall: (callId) => wire().ask({ type: 'answerCall', callId }, ANSWER_LIMIT),
    endCall: (callId) => wire().ask({ type: 'endCall', callId }, ANSWER_LIMIT),
    async setMicrophone(microphone) {
      if (!product.audio?.input) {
        throw new Refusal('invalid', `The ${product.number} has no microphone.`)
      }
      await wire().ask({ type: 'microphone', microphone }, ANSWER_LIMIT)
    },
    speakLive(pcm) {
      if (reported.front().microphone !== 'live') {
        throw new Refusal('conflict', 'The microphone is not live.')
      }
      power.wire()?.send({ type: 'spoken', pcm })
    },
  }
}
