/**
 * The bench's calls: everything that a person does to the hardware, and what only tests need. All
 * of our own design.
 */
import * as v from 'valibot'
import { displayCalls } from './bench-display.ts'
import { readerCalls } from './bench-reader.ts'
import { playStory } from './bench-story.ts'
import type { StoryState } from './bench-story.ts'
import { worldChange } from './bench-world.ts'
import { restCall } from './call.ts'
import type { Category } from './capabilities.ts'
import type { ReaderAtFront } from './cards.ts'
import { SD_CARD_KINDS } from './disks.ts'
import type { MonitoredDoor } from './doors.ts'
import type { FacePlate } from './products/product.ts'
import type { PersonaId } from './firmware.ts'
import { PERSONAS } from './firmware.ts'
import type { HeatState } from './events.ts'
import { FORCE } from './handling.ts'
import type { SpeakerAtFront } from './handling.ts'
import type {
  CallAtFront,
  FaultSwitch,
  FirmwareSlots,
  Happening,
  CallReadiness,
  MicrophoneInput,
  Sound,
  Terminal,
  TimeZoneAtFront,
  World,
} from './wire.ts'
import type { DisplayContent, HdmiOutput, StatusLight } from './shown.ts'
import { KEYPAD_KEYS } from './wire.ts'

const origin = { source: 'own design', proof: 'own design', access: 'anyone' } as const
const post = { ...origin, methods: ['POST'], effect: 'write' } as const
const done = v.object({})

/** Everything that the bench shows. */
export interface BenchState {
  /** The number that `--product` takes, such as `A8307-E`. */
  product: string
  /** Its name for people, such as `AXIS A8307-E`. */
  productName: string
  /** What the product looks like. */
  plate: FacePlate
  category: Category
  loudspeaker: boolean
  /** Whether it has a built-in microphone, and a sensor for knocks on its housing. */
  hasMicrophone: boolean
  shockSensor: boolean
  serial: string
  power: boolean
  /**
   * `failed`: it did not start, and the watchdog keeps trying. `lost`: its stored state is missing or
   * can't be read, and it does not start before a snapshot or factory values replace it.
   */
  device: 'off' | 'starting' | 'running' | 'failed' | 'lost'
  addresses: { http: string; https: string; bench: string }
  world: World
  display: DisplayContent
  faults: FaultSwitch[]
  /** The firmware version that the device emulates. */
  persona: PersonaId
  firmware: FirmwareSlots
  /** Milliseconds that the device's clock is ahead of the host's. */
  clockOffset: number
  /** Null before the device has reported it, and with firmware that doesn't. */
  timeZone: TimeZoneAtFront | null
  /** Null before the device has reported it, and with firmware that doesn't. */
  callReadiness: CallReadiness | null
  /** Null while the device does not run, and with firmware that doesn't report it. */
  heat: HeatState | null
  /** Doors with a monitor, in the order in which a door controller counts them. */
  doors: MonitoredDoor[]
  /** Whether the device is identifying itself by light or sound. */
  identifying: boolean
  /** Whether the light around the call button is on. */
  callButtonLit: boolean
  /** Null while the device does not run, or if its firmware is older than the light. */
  statusLight: StatusLight | null
  /** The clip that the loudspeaker plays; `/bench/sound` streams what is heard. */
  sound: Sound | null
  /** Null without a loudspeaker, or while the device does not run. */
  speaker: SpeakerAtFront | null
  /** Whether the device's list has legacy cipher suites; null while it does not run. */
  oldCiphers: boolean | null
  /** The calls that are going on. Keys of the keypad go to the active one, as DTMF. */
  calls: CallAtFront[]
  /** What is spoken into the microphone. */
  microphone: MicrophoneInput['kind']
  /** Its inputs and outputs; without power no output is closed. */
  terminals: Terminal[]
  /** Whether an SD card is in the slot, and whether one lies beside it; null without a slot. */
  sdCard: { inserted: boolean; removed: boolean } | null
  /** Null without a reader, or while the device does not run. */
  reader: ReaderAtFront | null
  /**
   * Null without an HDMI output, or while the device does not run. `/bench/hdmi` streams the camera's
   * pictures on it.
   */
  hdmi: HdmiOutput | null
  /** Names of the saved snapshots, in alphabetical order. */
  snapshots: string[]
  story: StoryState
  /** Newest last, at most 200. */
  happened: Happening[]
}

export const getBench = restCall({
  ...origin,
  id: 'bench.state',
  path: '/bench/state',
  methods: ['GET'],
  effect: 'read',
  summary: 'Returns what the bench shows: hardware, surroundings, addresses, log.',
  request: v.object({}),
  data: v.custom<BenchState>(() => true),
})

export const setPower = restCall({
  ...post,
  id: 'bench.power',
  path: '/bench/power',
  summary:
    'Switches the power. `off` stops the device at once, `cycle` switches off and on again. Answers once it has stopped, or with `on` and `cycle` once it runs.',
  request: v.object({ action: v.picklist(['on', 'off', 'cycle']) }),
  data: done,
})

export const setWorld = restCall({
  ...post,
  id: 'bench.world',
  path: '/bench/world',
  summary:
    "Sets the temperature (°C, -50 to 100) and the light in front of the camera (`lux`, 0 to 100,000; null: as it is at this time of day), plugs the network cable, sets the DHCP server and what it gives, the other audio devices on the network, the loudspeaker (`fitted`, `muffled`, `unplugged`, or another one in its place: `swapped`), whether the microphone is disabled in hardware, or whether the camera is covered. Absent members keep their values. An empty `address` stands for that of `--bind`, any other has to be one of this computer's; an empty `subnetMask` stands for this computer's; other empty members are not sent to the device.",
  request: worldChange,
  data: done,
})

export const setSpeaker = restCall({
  ...post,
  id: 'bench.speaker',
  path: '/bench/speaker',
  summary:
    'Calibrates the loudspeaker at once, as the device does in a few seconds, or clears its calibration. Refused if the microphone hears nothing of it. Needs a running device with a loudspeaker and a microphone.',
  request: v.object({ calibrated: v.boolean() }),
  data: done,
})

const callId = { callId: v.string() }

export const answerCall = restCall({
  ...post,
  id: 'bench.answerCall',
  path: '/bench/call/answer',
  summary: 'Answers a call that rings at the device. Needs a running device.',
  request: v.object(callId),
  data: done,
})

export const endCall = restCall({
  ...post,
  id: 'bench.endCall',
  path: '/bench/call/end',
  summary: 'Ends a call, or declines one that rings at the device. Needs a running device.',
  request: v.object(callId),
  data: done,
})

export const setMicrophone = restCall({
  ...post,
  id: 'bench.microphone',
  path: '/bench/microphone',
  summary:
    'Sets what is spoken into the microphone: nothing, a tone (`level` from 0 to 1), a RIFF WAVE file (PCM, base64, up to 700 kB) in an endless loop, or what `bench.speak` sends (`live`). Silence after every start. Needs a running device with a microphone.',
  request: v.object({
    microphone: v.variant('kind', [
      v.object({ kind: v.literal('silence') }),
      v.object({
        kind: v.literal('tone'),
        hertz: v.pipe(v.number(), v.minValue(50), v.maxValue(7_000)),
        level: v.pipe(v.number(), v.minValue(0), v.maxValue(1)),
      }),
      v.object({
        kind: v.literal('file'),
        wave: v.pipe(v.string(), v.base64(), v.maxLength(960_000)),
      }),
      v.object({ kind: v.literal('live') }),
    ]),
  }),
  data: done,
})

export const speakLive = restCall({
  ...post,
  id: 'bench.speak',
  path: '/bench/microphone/live',
  summary:
    'Speaks into a microphone that is `live`, as it is spoken: 16-bit PCM, little-endian, one channel, 16,000 samples a second, in base64, best a tenth of a second at a time. 412 unless it is.',
  request: v.object({ pcm: v.pipe(v.string(), v.base64(), v.maxLength(48_000)) }),
  data: done,
})

export const setContact = restCall({
  ...post,
  id: 'bench.contact',
  path: '/bench/contact',
  summary:
    "Closes or opens the contact that is wired between a port's terminal and ground. Ports count from 1. Only inputs react; a port that becomes one reacts from then on.",
  request: v.object({
    port: v.pipe(v.number(), v.integer(), v.minValue(1)),
    closed: v.boolean(),
  }),
  data: done,
})

export const insertSdCard = restCall({
  ...post,
  id: 'bench.insertSdCard',
  path: '/bench/sd-card/insert',
  summary:
    'Puts an SD card into the slot, in place of the one that is there: the one that was removed last (`removed`), or a new one, by what is on it (`foreign`: encrypted by another device).',
  request: v.object({ card: v.picklist(['removed', ...SD_CARD_KINDS]) }),
  data: done,
})

export const removeSdCard = restCall({
  ...post,
  id: 'bench.removeSdCard',
  path: '/bench/sd-card/remove',
  summary: 'Takes the SD card out of the slot, whatever the device is doing with it.',
  request: v.object({}),
  data: done,
})

export const knock = restCall({
  ...post,
  id: 'bench.knock',
  path: '/bench/knock',
  summary:
    'Knocks on the housing, with a force in percent of the strongest, if the product has a sensor for it.',
  request: v.object({
    force: v.pipe(v.number(), v.integer(), v.minValue(FORCE.min), v.maxValue(FORCE.max)),
  }),
  data: done,
})

export const setOldCiphers = restCall({
  ...post,
  id: 'bench.oldCiphers',
  path: '/bench/old-ciphers',
  summary:
    "Puts the cipher suites of old firmware into the device's list, as an upgrade leaves them, or removes them. The device reports them, but offers none of the broken ones. Needs a running device.",
  request: v.object({ left: v.boolean() }),
  data: done,
})

export const pressKey = restCall({
  ...post,
  id: 'bench.press',
  path: '/bench/press',
  summary:
    'Presses the call button or a key of the keypad, or touches the display, if the product has one.',
  request: v.object({
    key: v.picklist(['callButton', 'display', ...KEYPAD_KEYS]),
  }),
  data: done,
})

export const advanceClock = restCall({
  ...post,
  id: 'bench.advance',
  path: '/bench/clock',
  summary:
    "Moves the device's clock forward, within the years 1970 to 2069; what was due in between happens.",
  request: v.object({ milliseconds: v.pipe(v.number(), v.integer(), v.minValue(0)) }),
  data: done,
})

export const setFaults = restCall({
  ...post,
  id: 'bench.faults',
  path: '/bench/faults',
  summary:
    'Replaces the fault switches; an empty list turns all of them off. Calls that a `slow` switch holds up go on at once.',
  request: v.object({
    faults: v.array(
      v.object({
        call: v.string(),
        fault: v.picklist(['slow', 'drop', 'status', 'cut', 'diskFull']),
        value: v.optional(v.number()),
        times: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1))),
      }),
    ),
  }),
  data: done,
})

export const setPersona = restCall({
  ...post,
  id: 'bench.persona',
  path: '/bench/persona',
  summary:
    "Makes the device emulate other firmware: its names and formats, without the calls that it lacks. `own` is the device's own firmware.",
  request: v.object({ persona: v.picklist(PERSONAS) }),
  data: done,
})

export const setSlot = restCall({
  ...post,
  id: 'bench.slot',
  path: '/bench/slot',
  summary:
    'Boots the firmware of a slot with the settings it had, or a copy of the present ones if it has none: `A` is the checkout, `B` and `C` hold installed images. Cuts the power of a running device, and answers once it runs again.',
  request: v.object({ slot: v.picklist(['A', 'B', 'C']) }),
  data: done,
})

export const saveSnapshot = restCall({
  ...post,
  id: 'bench.save',
  path: '/bench/snapshot/save',
  summary:
    'Saves the whole state (device, surroundings, clock) under a name of letters, digits and hyphens.',
  request: v.object({ name: v.pipe(v.string(), v.regex(/^[A-Za-z0-9-]{1,40}$/)) }),
  data: done,
})

export const restoreSnapshot = restCall({
  ...post,
  id: 'bench.restore',
  path: '/bench/snapshot/restore',
  summary:
    'Restores a saved state. A running device takes it over at once. Sessions end, unless `keepSessions` is given and the device goes on running.',
  request: v.object({
    name: v.pipe(v.string(), v.regex(/^[A-Za-z0-9-]{1,40}$/)),
    keepSessions: v.optional(v.boolean()),
  }),
  data: done,
})

export const restoreFactoryValues = restCall({
  ...post,
  id: 'bench.factory',
  path: '/bench/factory-values',
  summary:
    'Starts the device with factory values, as its control button does when it is held while the power comes on: settings, accounts and certificates are removed from every firmware slot. Snapshots, the clock and the serial number stay. Answers once the device runs.',
  request: v.object({}),
  data: done,
})

export const seedDevice = restCall({
  ...post,
  id: 'bench.seed',
  path: '/bench/seed',
  summary:
    'Sets what differs between runs: the clock (UTC, ISO 8601, 1970 to 2069) or the serial number (from the next start).',
  request: v.object({
    time: v.optional(v.string()),
    serial: v.optional(v.pipe(v.string(), v.regex(/^[0-9A-F]{12}$/))),
  }),
  data: done,
})

/** Every call of the bench, for the API reference. */
export const benchCalls = [
  getBench,
  setPower,
  setWorld,
  setSpeaker,
  knock,
  setOldCiphers,
  answerCall,
  endCall,
  setMicrophone,
  speakLive,
  setContact,
  insertSdCard,
  removeSdCard,
  pressKey,
  ...displayCalls,
  advanceClock,
  setFaults,
  setPersona,
  setSlot,
  saveSnapshot,
  restoreSnapshot,
  restoreFactoryValues,
  seedDevice,
  ...readerCalls,
  playStory,
]
