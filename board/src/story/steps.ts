import type { StoryStepId } from '@lintel/contract/bench-story'
import type { Product } from '@lintel/contract/products/product'
import type { CallAtFront, KeypadKey, Terminal } from '@lintel/contract/wire'
import type { FrontControls } from '../controls/front.ts'
import type { ReaderControls } from '../controls/reader.ts'
import type { WorldControls } from '../controls/world.ts'
import type { Neighbour, NeighbourCall } from './neighbour.ts'

/** What the steps of the day act with. */
export interface StoryHands
  extends
    Pick<WorldControls, 'setWorld' | 'setContact'>,
    Pick<FrontControls, 'press' | 'knock' | 'answerCall' | 'endCall'>,
    Pick<ReaderControls, 'presentCard'> {
  product: Product
  terminals: () => Terminal[]
  calls: () => CallAtFront[]
  /** Resolves once the device has received everything. */
  inStep: () => Promise<void>
  neighbour: Neighbour
  /** Resolves once this holds, or after some seconds. */
  until: (holds: () => boolean) => Promise<void>
  /** The neighbour could not call. */
  noCall: () => void
}

interface Planned {
  id: StoryStepId
  /** Hours and minutes of the device's local time. */
  at: `${number}:${number}`
  /** Whether the product has the part. */
  suits: (hands: StoryHands) => boolean
  act: (hands: StoryHands, line: Line) => Promise<void>
  /** Whether the neighbour calls in it, or ends the call. */
  telephone?: 'calls' | 'ends'
}

/** The call of the neighbour that is going on. */
export interface Line {
  call: NeighbourCall | undefined
}

/** Not the PIN of anybody. */
const WRONG_PIN: readonly KeypadKey[] = ['1', '3', '5', '7']
const CARD = { type: 'UID/CSN', uid: '04A1B2C3', contents: [] } as const

const hasCamera = ({ product }: StoryHands) => product.camera
const hasTelephone = ({ product }: StoryHands) => product.plate.callButton
const always = () => true

const inputOf = ({ terminals }: StoryHands) =>
  terminals().find(({ direction }) => direction === 'input')

/** Lets the neighbour call. */
async function ring(hands: StoryHands, line: Line): Promise<boolean> {
  line.call = await hands.neighbour.call()
  if (line.call === undefined) {
    hands.noCall()
    return false
  }
  await hands.until(() => hands.calls().length > 0)
  return true
}

/** The neighbour hangs up. */
async function hangUp(hands: StoryHands, line: Line): Promise<void> {
  if (line.call === undefined) return
  line.call.hangUp()
  line.call = undefined
  await hands.until(() => hands.calls().length === 0)
}

/** The day, in order. */
export const DAY: readonly Planned[] = [
  {
    id: 'light',
    at: '7:00',
    suits: hasCamera,
    act: async (hands) => hands.setWorld({ lux: 5_000 }),
  },
  {
    id: 'bell',
    at: '8:00',
    suits: ({ product }) => product.plate.callButton,
    act: async (hands) => hands.press('callButton'),
  },
  {
    id: 'card',
    at: '9:00',
    suits: ({ product }) => product.capabilities?.reader === true,
    act: (hands) => hands.presentCard({ ...CARD, contents: [] }),
  },
  {
    id: 'pin',
    at: '10:00',
    suits: ({ product }) => product.plate.keypad,
    async act(hands) {
      for (const key of WRONG_PIN) {
        hands.press(key)
        await hands.inStep()
      }
      hands.press('#')
    },
  },
  {
    id: 'door',
    at: '11:00',
    suits: (hands) => inputOf(hands) !== undefined,
    async act(hands) {
      const input = inputOf(hands)
      if (!input) return
      hands.setContact({ port: input.port, closed: !input.closed })
      await hands.inStep()
      hands.setContact({ port: input.port, closed: input.closed })
    },
  },
  {
    id: 'call',
    at: '12:00',
    suits: hasTelephone,
    telephone: 'calls',
    async act(hands, line) {
      if (!(await ring(hands, line))) return
      const rings = hands.calls().find(({ state }) => state === 'ringing')
      if (rings) await hands.answerCall(rings.callId)
      await hands.until(() => hands.calls().some(({ state }) => state === 'active'))
    },
  },
  { id: 'hangUp', at: '12:01', suits: hasTelephone, telephone: 'ends', act: hangUp },
  {
    id: 'missedCall',
    at: '12:30',
    suits: hasTelephone,
    telephone: 'calls',
    act: async (hands, line) => void (await ring(hands, line)),
  },
  { id: 'gaveUp', at: '12:30', suits: hasTelephone, telephone: 'ends', act: hangUp },
  {
    id: 'heat',
    at: '15:00',
    suits: always,
    act: async (hands) => hands.setWorld({ temperature: 66 }),
  },
  {
    id: 'cool',
    at: '18:00',
    suits: always,
    act: async (hands) => hands.setWorld({ temperature: 20 }),
  },
  { id: 'dark', at: '20:00', suits: hasCamera, act: async (hands) => hands.setWorld({ lux: 1 }) },
  {
    id: 'knock',
    at: '22:00',
    suits: ({ product }) => product.shockSensor,
    act: async (hands) => hands.knock(70),
  },
]

/** A time of day in milliseconds. */
export function timeOfDay(at: Planned['at']): number {
  const [hour = 0, minute = 0] = at.split(':').map(Number)
  return (hour * 60 + minute) * 60_000
}
