import { removeCredential, setCredential } from '@lintel/contract/calls/access-control'
import { calibrateSpeakerTest, performSpeakerTest } from '@lintel/contract/calls/audio'
import { playMediaClip } from '@lintel/contract/calls/clips'
import { setPort } from '@lintel/contract/calls/io-ports'
import type { Call, InputOf } from '@lintel/contract/call'
import { categoryOf } from '@lintel/contract/capabilities'
import type { SpeakerAtFront } from '@lintel/contract/handling'
import { readersOf } from '@lintel/contract/products/readers'
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
  /** Makes a call of the device, as an administrator. */
  order: <C extends Call>(call: C, request: InputOf<C>) => Promise<void>
  /** UTC milliseconds of the device's clock. */
  now: () => number
  /** Null while the device does not run. */
  speaker: () => SpeakerAtFront | null
  microphoneOff: () => boolean
  calls: () => CallAtFront[]
  /** Whether the device takes calls; undefined while that is unknown. */
  takesCalls: () => boolean | undefined
  /** Whether it answers them by itself. */
  answersItself: () => boolean
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
  /** Takes back what it has stored in the device, at the end of the day, if that is still there. */
  undo?: (controls: StoryControls) => Promise<void>
  /** Whether the step makes a call or ends one. */
  telephone?: 'calls' | 'ends'
  /** Whether its text is only true of a device that does not answer by itself. */
  needsNobody?: true
}

/** The caller's telephone line. */
export interface Line {
  /** The call in progress. */
  call: PlacedCall | undefined
}

/** A PIN that nobody has. */
const WRONG_PIN: readonly KeypadKey[] = ['1', '3', '5', '7']
const CARD = { type: 'UID/CSN', uid: '04A1B2C3' } as const
/** The card that a door controller knows for the day, and one that nobody has added. */
const ANNA = { type: 'UID/CSN', uid: '04DA5E11' } as const
const STRANGER = { type: 'UID/CSN', uid: '04BAD0C4' } as const
const TOKEN = 'bench-day-in-service'
const DAY_MS = 86_400_000
/** Milliseconds for which the reception opens a door. */
const RELEASE = 4_000

const categoryIs = (wanted: string) => (controls: StoryControls) =>
  categoryOf(controls.product.brand.type) === wanted
const isController = categoryIs('accesscontrol')
const isSpeaker = ({ product }: StoryControls) =>
  categoryOf(product.brand.type) === 'audio' && product.audio?.output !== undefined
const testsSpeaker = (controls: StoryControls) =>
  isSpeaker(controls) && controls.product.audio?.input !== undefined && !controls.microphoneOff()
const isStation = (controls: StoryControls) => !isController(controls) && !isSpeaker(controls)

const hasCamera = ({ product }: StoryControls) => product.camera
const hasTelephone = ({ product }: StoryControls) => product.plate.callButton
const hasMonitors = (controls: StoryControls) =>
  isController(controls) && controls.product.ports.inputs > 0
const always = () => true

const inputOf = ({ terminals }: StoryControls) =>
  terminals().find(({ direction }) => direction === 'input')

/** Moves the first door of a controller, whose monitor is the first input. */
async function moveDoor(controls: StoryControls, open: boolean): Promise<void> {
  const input = inputOf(controls)
  if (input && input.active !== open) {
    controls.setContact({ port: input.port, closed: !input.closed })
  }
}

const shut = (controls: StoryControls) => moveDoor(controls, false)

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

/** Plays a clip twice: one by its factory location, or any other if that was removed. */
async function announce({ order }: StoryControls, location: string, volume: string): Promise<void> {
  const clip = { repeat: '1', volume }
  try {
    await order(playMediaClip, { ...clip, location })
  } catch {
    await order(playMediaClip, { ...clip, location: '*' })
  }
}

/** A sweep: the test, or the calibration that it needs first. */
const checkSpeaker = ({ order, speaker }: StoryControls): Promise<void> =>
  speaker()?.calibrated ? order(performSpeakerTest, {}) : order(calibrateSpeakerTest, {})

const removeAnna = async ({ order }: StoryControls) => order(removeCredential, { Token: [TOKEN] })

/** Ends the call in progress, if there is one. */
async function hangUp(controls: StoryControls, line: Line): Promise<void> {
  if (line.call === undefined) return
  line.call.hangUp()
  line.call = undefined
  await controls.until(() => controls.calls().length === 0)
}

/** Makes a call, which is answered at the device. */
async function talk(controls: StoryControls, line: Line): Promise<void> {
  if (!(await ring(controls, line))) return
  const rings = controls.calls().find(({ state }) => state === 'ringing')
  if (rings) await controls.answerCall(rings.callId)
  await controls.until(() => controls.calls().some(({ state }) => state === 'active'))
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
    id: 'soundCheck',
    at: '7:00',
    suits: testsSpeaker,
    act: checkSpeaker,
  },
  {
    id: 'bell',
    at: '8:00',
    suits: ({ product }) => product.plate.callButton,
    act: async (controls) => controls.press('callButton'),
  },
  {
    id: 'enrol',
    at: '8:00',
    suits: isController,
    act: ({ order, now }) =>
      order(setCredential, {
        Credential: [
          {
            token: TOKEN,
            Description: 'Anna',
            // If nobody ends the day.
            ValidTo: new Date(now() + DAY_MS).toISOString(),
            IdData: [{ Name: 'Card', Value: ANNA.uid }],
          },
        ],
      }),
    undo: removeAnna,
  },
  {
    id: 'announcement',
    at: '9:00',
    suits: isSpeaker,
    act: (controls) => announce(controls, '*attention*', '100'),
  },
  {
    id: 'card',
    at: '9:00',
    suits: (controls) => !isController(controls) && readersOf(controls.product) > 0,
    act: (controls) => controls.presentCard({ ...CARD, contents: [] }),
  },
  {
    id: 'knownCard',
    at: '9:00',
    suits: isController,
    act: (controls) => controls.presentCard({ ...ANNA, contents: [] }),
  },
  {
    id: 'unknownCard',
    at: '9:30',
    suits: isController,
    act: (controls) =>
      controls.presentCard({ ...STRANGER, contents: [] }, readersOf(controls.product)),
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
    suits: (controls) => isStation(controls) && controls.product.ports.inputs > 0,
    async act(controls) {
      const input = inputOf(controls)
      if (!input) return
      controls.setContact({ port: input.port, closed: !input.closed })
      await controls.inStep()
      controls.setContact({ port: input.port, closed: input.closed })
    },
  },
  {
    id: 'release',
    at: '11:00',
    suits: isController,
    async act({ order, product }) {
      const { inputs, outputs } = product.ports
      await order(setPort, { action: `${inputs + outputs}:/${RELEASE}\\` })
    },
  },
  {
    id: 'call',
    at: '12:00',
    suits: hasTelephone,
    telephone: 'calls',
    act: talk,
  },
  { id: 'hangUp', at: '12:01', suits: hasTelephone, telephone: 'ends', act: hangUp },
  {
    id: 'missedCall',
    at: '12:30',
    suits: hasTelephone,
    telephone: 'calls',
    needsNobody: true,
    act: async (controls, line) => void (await ring(controls, line)),
  },
  { id: 'gaveUp', at: '12:30', suits: hasTelephone, telephone: 'ends', act: hangUp },
  {
    id: 'page',
    at: '13:00',
    suits: isSpeaker,
    telephone: 'calls',
    act: talk,
  },
  { id: 'pageOver', at: '13:01', suits: isSpeaker, telephone: 'ends', act: hangUp },
  {
    id: 'forced',
    at: '14:00',
    suits: hasMonitors,
    act: (controls) => moveDoor(controls, true),
    undo: shut,
  },
  { id: 'shut', at: '14:05', suits: hasMonitors, act: shut },
  {
    id: 'heat',
    at: '15:00',
    suits: always,
    act: async (controls) => controls.setWorld({ temperature: 66 }),
  },
  {
    id: 'withdraw',
    at: '17:00',
    suits: isController,
    async act(controls) {
      await removeAnna(controls)
      await controls.presentCard({ ...ANNA, contents: [] })
    },
  },
  {
    id: 'cool',
    at: '18:00',
    suits: always,
    act: async (controls) => controls.setWorld({ temperature: 20 }),
  },
  {
    id: 'evening',
    at: '19:00',
    suits: isSpeaker,
    act: (controls) => announce(controls, '*ding_dong*', '30'),
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
  {
    id: 'speakerTest',
    at: '22:00',
    suits: testsSpeaker,
    act: checkSpeaker,
  },
]

/** A time of day in milliseconds. */
export function timeOfDay(at: Planned['at']): number {
  const [hour = 0, minute = 0] = at.split(':').map(Number)
  return (hour * 60 + minute) * 60_000
}
