import type { StoryStepId } from '@lintel/contract/bench-story'
import type { Product } from '@lintel/contract/products/product'
import type { CallAtFront, KeypadKey, Terminal } from '@lintel/contract/wire'
import type { FrontControls } from '../controls/front.ts'
import type { ReaderControls } from '../controls/reader.ts'
import type { WorldControls } from '../controls/world.ts'
import type { Caller, PlacedCall } from './caller.ts'

/** What the steps of the day operate. */
export interface StoryControls
  extends
    Pick<WorldControls, 'setWorld' | 'setContact'>,
    Pick<FrontControls, 'press' | 'knock' | 'answerCall' | 'endCall'>,
    Pick<ReaderControls, 'presentCard'> {
  product: Product
  terminals: () => Terminal[]
  calls: () => CallAtFront[]
  /** Resolves once the device has received everything. */
  inStep: () => Promise<void>
  caller: Caller
  /** Resolves once this holds, or after some seconds. */
  until: (holds: () => boolean) => Promise<void>
  /** Logs that the device takes no calls. */
  noCall: () => void
}

interface Planned {
  id: StoryStepId
  /** Hours and minutes of the device's local time. */
  at: `${number}:${number}`
  /** Whether the product has the part. */
  suits: (controls: StoryControls) => boolean
  act: (controls: StoryControls, line: Line) => Promise<void>
  /** Whether the step makes a call or ends one. */
  telephone?: 'calls' | 'ends'
}

/** The caller's telephone line. */
export interface Line {
  /** The call in progress. */
  call: PlacedCall | undefined
}

/** A PIN that nobody has. */
const WRONG_PIN: readonly KeypadKey[] = ['1', '3', '5', '7']
const CARD = { type: 'UID/CSN', uid: '04A1B2C3', contents: [] } as const

const hasCamera = ({ product }: StoryControls) => product.camera
const hasTelephone = ({ product }: StoryControls) => product.plate.callButton
const always = () => true

const inputOf = ({ terminals }: StoryControls) =>
  terminals().find(({ direction }) => direction === 'input')

/** Makes a call; resolves with whether the device has taken it. */
async function ring(controls: StoryControls, line: Line): Promise<boolean> {
  line.call = await controls.caller.call()
  if (line.call === undefined) {
    controls.noCall()
    return false
  }
  await controls.until(() => controls.calls().length > 0)
  return true
}

/** Ends the call in progress, if there is one. */
async function hangUp(controls: StoryControls, line: Line): Promise<void> {
  if (line.call === undefined) return
  line.call.hangUp()
  line.call = undefined
  await controls.until(() => controls.calls().length === 0)
}

/** The day, in order. */
export const DAY: readonly Planned[] = [
  {
    id: 'light',
    at: '7:00',
    suits: hasCamera,
    act: async (controls) => controls.setWorld({ lux: 5_000 }),
  },
  {
    id: 'bell',
    at: '8:00',
    suits: ({ product }) => product.plate.callButton,
    act: async (controls) => controls.press('callButton'),
  },
  {
    id: 'card',
    at: '9:00',
    suits: ({ product }) => product.capabilities?.reader === true,
    act: (controls) => controls.presentCard({ ...CARD, contents: [] }),
  },
  {
    id: 'pin',
    at: '10:00',
    suits: ({ product }) => product.plate.keypad,
    async act(controls) {
      for (const key of WRONG_PIN) {
        controls.press(key)
        await controls.inStep()
      }
      controls.press('#')
    },
  },
  {
    id: 'door',
    at: '11:00',
    suits: (controls) => inputOf(controls) !== undefined,
    async act(controls) {
      const input = inputOf(controls)
      if (!input) return
      controls.setContact({ port: input.port, closed: !input.closed })
      await controls.inStep()
      controls.setContact({ port: input.port, closed: input.closed })
    },
  },
  {
    id: 'call',
    at: '12:00',
    suits: hasTelephone,
    telephone: 'calls',
    async act(controls, line) {
      if (!(await ring(controls, line))) return
      const rings = controls.calls().find(({ state }) => state === 'ringing')
      if (rings) await controls.answerCall(rings.callId)
      await controls.until(() => controls.calls().some(({ state }) => state === 'active'))
    },
  },
  { id: 'hangUp', at: '12:01', suits: hasTelephone, telephone: 'ends', act: hangUp },
  {
    id: 'missedCall',
    at: '12:30',
    suits: hasTelephone,
    telephone: 'calls',
    act: async (controls, line) => void (await ring(controls, line)),
  },
  { id: 'gaveUp', at: '12:30', suits: hasTelephone, telephone: 'ends', act: hangUp },
  {
    id: 'heat',
    at: '15:00',
    suits: always,
    act: async (controls) => controls.setWorld({ temperature: 66 }),
  },
  {
    id: 'cool',
    at: '18:00',
    suits: always,
    act: async (controls) => controls.setWorld({ temperature: 20 }),
  },
  {
    id: 'dark',
    at: '20:00',
    suits: hasCamera,
    act: async (controls) => controls.setWorld({ lux: 1 }),
  },
  {
    id: 'knock',
    at: '22:00',
    suits: ({ product }) => product.shockSensor,
    act: async (controls) => controls.knock(70),
  },
]

/** A time of day in milliseconds. */
export function timeOfDay(at: Planned['at']): number {
  const [hour = 0, minute = 0] = at.split(':').map(Number)
  return (hour * 60 + minute) * 60_000
}
