import {
  advanceClock,
  answerCall,
  endCall,
  getBench,
  insertSdCard,
  knock,
  pressKey,
  removeSdCard,
  restoreFactoryValues,
  restoreSnapshot,
  saveSnapshot,
  seedDevice,
  setContact,
  setFaults,
  setMicrophone,
  setOldCiphers,
  setPersona,
  setPower,
  setSlot,
  setSpeaker,
  setWorld,
  speakLive,
} from '@lintel/contract/bench'
import { searchDisplay, touchDisplay } from '@lintel/contract/bench-display'
import { playStory } from '@lintel/contract/bench-story'
import { controlReader, enterPin, presentCard } from '@lintel/contract/bench-reader'
import { serve } from '@lintel/front-door/serve'
import type { ServedCall } from '@lintel/front-door/serve'
import type { Board } from '../board.ts'

/** The bench's calls, served by a board. */
export function benchService(board: Board): ServedCall[] {
  return [
    serve(getBench, () => board.state()),
    serve(setPower, async ({ action }) => {
      await board.setPower(action)
      return {}
    }),
    serve(setWorld, async (part) => {
      board.setWorld(part)
      await board.inStep()
      return {}
    }),
    serve(setSpeaker, async ({ calibrated }) => {
      await board.setSpeaker(calibrated)
      return {}
    }),
    serve(knock, async ({ force }) => {
      board.knock(force)
      await board.inStep()
      return {}
    }),
    serve(setContact, async (contact) => {
      board.setContact(contact)
      await board.inStep()
      return {}
    }),
    serve(insertSdCard, async ({ card }) => {
      await board.insertSdCard(card)
      await board.inStep()
      return {}
    }),
    serve(removeSdCard, async () => {
      board.removeSdCard()
      await board.inStep()
      return {}
    }),
    serve(presentCard, async ({ card, reader }) => {
      await board.presentCard(card, reader)
      return {}
    }),
    serve(enterPin, async (request) => {
      await board.enterPin(request)
      return {}
    }),
    serve(controlReader, async ({ action }) => {
      await board.controlReader(action)
      return {}
    }),
    serve(setOldCiphers, async ({ left }) => {
      await board.setOldCiphers(left)
      return {}
    }),
    serve(answerCall, async ({ callId }) => {
      await board.answerCall(callId)
      return {}
    }),
    serve(endCall, async ({ callId }) => {
      await board.endCall(callId)
      return {}
    }),
    serve(setMicrophone, async ({ microphone }) => {
      await board.setMicrophone(microphone)
      return {}
    }),
    serve(speakLive, ({ pcm }) => {
      board.speakLive(pcm)
      return {}
    }),
    serve(pressKey, async ({ key }) => {
      board.press(key)
      await board.inStep()
      return {}
    }),
    serve(touchDisplay, async ({ button }) => {
      board.touch(button)
      await board.inStep()
      return {}
    }),
    serve(searchDisplay, async ({ text }) => {
      board.searchDisplay(text)
      await board.inStep()
      return {}
    }),
    serve(advanceClock, async ({ milliseconds }) => {
      await board.advance(milliseconds)
      return {}
    }),
    serve(setFaults, async ({ faults }) => {
      board.setFaults(faults)
      await board.inStep()
      return {}
    }),
    serve(setPersona, async ({ persona }) => {
      board.setPersona(persona)
      await board.inStep()
      return {}
    }),
    serve(setSlot, async ({ slot }) => {
      await board.setSlot(slot)
      return {}
    }),
    serve(saveSnapshot, async ({ name }) => {
      await board.saveSnapshot(name)
      return {}
    }),
    serve(restoreSnapshot, async ({ name, keepSessions = false }) => {
      await board.restoreSnapshot(name, keepSessions)
      return {}
    }),
    serve(restoreFactoryValues, async () => {
      await board.restoreFactoryValues()
      return {}
    }),
    serve(playStory, async (order) => {
      await board.playStory(order)
      return {}
    }),
    serve(seedDevice, async (seed) => {
      await board.seed(seed)
      return {}
    }),
  ]
}
