import type { AnswerOf } from '@lintel/contract/call'
import type { getBench } from '@lintel/contract/bench'
import { categoryOf } from '@lintel/contract/capabilities'
import type { Product } from '@lintel/contract/products/product'
import { productCalled } from '@lintel/contract/products/products'
import { PLAIN_WORLD } from '@lintel/contract/wire'
import type { AudioPeer, FromDevice } from '@lintel/contract/wire'
import { answersAt } from './answers.ts'
import { createBoardLog } from './board-log.ts'
import type { BoardLog } from './board-log.ts'
import { cardControls } from './controls/card.ts'
import type { CardControls } from './controls/card.ts'
import { clockControls } from './controls/clock.ts'
import type { ClockControls } from './controls/clock.ts'
import { displayControls } from './controls/display.ts'
import type { DisplayControls } from './controls/display.ts'
import { frontControls } from './controls/front.ts'
import type { FrontControls } from './controls/front.ts'
import { powerControls } from './controls/power.ts'
import type { PowerControls } from './controls/power.ts'
import { readerControls } from './controls/reader.ts'
import type { ReaderControls } from './controls/reader.ts'
import { switchControls } from './controls/switches.ts'
import type { SwitchControls } from './controls/switches.ts'
import { worldControls } from './controls/world.ts'
import type { WorldControls } from './controls/world.ts'
import type { DeviceLog } from './device-log.ts'
import { startDevice } from './device-process.ts'
import { isCallButtonLit, publicSound } from './front.ts'
import type { Hardware } from './hardware/hardware.ts'
import { createHdmiMonitor } from './hdmi-monitor.ts'
import type { HdmiMonitor } from './hdmi-monitor.ts'
import { openSdSlot } from './hardware/sd-slot.ts'
import type { SdSlot } from './hardware/sd-slot.ts'
import type { HostTime } from './host-time.ts'
import { recordDevice } from './left-over.ts'
import { cardFolder, createPlug } from './plug.ts'
import type { Plug, PlugParts, Switches } from './plug.ts'
import { createPower } from './power.ts'
import type { Power } from './power.ts'
import { createReported } from './reported.ts'
import { createSoundMonitor } from './sound-monitor.ts'
import type { SoundMonitor } from './sound-monitor.ts'
import type { Reported } from './reported.ts'
import { openSnapshots } from './snapshots.ts'
import type { Snapshots } from './snapshots.ts'
import { wiredTo } from './terminals.ts'
import { answerOrder } from './slots/answer-order.ts'
import { openSlots } from './slots/slots.ts'
import type { SlotCode } from './slots/slot-folders.ts'
import type { Slots } from './slots/slots.ts'
import { boardStory } from './story/board-story.ts'
import type { Story } from './story/story.ts'
import { createWatchdog } from './watchdog.ts'

export interface BoardParts extends PlugParts {
  hardware: Hardware
  /** The firmware in slot A. */
  checkout: SlotCode
  /** `node_modules` with the native modules. */
  modules: string
  log: DeviceLog
  time: HostTime
  /** The bench's own address, as people open it. */
  bench: string
  /** The size of new SD cards, in bytes. */
  cardBytes: number
}

/** The hardware with its controls, which the bench's calls use. */
export interface Board
  extends
    WorldControls,
    CardControls,
    ClockControls,
    FrontControls,
    DisplayControls,
    ReaderControls,
    SwitchControls,
    PowerControls,
    Pick<Story, 'playStory'> {
  state(): AnswerOf<typeof getBench>
  power: Power
  /** Resolves once the running device has received every message sent to it so far. */
  inStep(): Promise<void>
  /** The device's meters, and what its loudspeaker plays. */
  sound: Pick<SoundMonitor, 'watch' | 'listen'>
  /** What the camera shows on the HDMI output. */
  hdmi: Pick<HdmiMonitor, 'watch'>
  /** Called after every change of the state. */
  subscribe(fn: () => void): () => void
}

type WelcomeImage = Extract<FromDevice, { type: 'welcomeImage' }>['image']

/** The parts of a board. */
interface BoardInside extends BoardParts {
  product: Product
  switches: Switches
  entries: BoardLog
  reported: Reported
  sound: SoundMonitor
  hdmi: HdmiMonitor
  /** The welcome image that the device has sent, until somebody takes it. */
  image: { sent: WelcomeImage | undefined }
  slots: Slots
  plug: Plug
  power: Power
  sdSlot: SdSlot
  snapshots: Snapshots
}

/** How long a call of the bench waits for a device that does not react, in milliseconds. */
const IN_STEP_LIMIT = 2_000

/** A board with its power off. */
export function openBoard(parts: BoardParts): Board {
  const listeners = new Set<() => void>()
  const changed = () => {
    for (const fn of Array.from(listeners)) fn()
  }
  function subscribe(fn: () => void): () => void {
    listeners.add(fn)
    return () => {
      listeners.delete(fn)
    }
  }
  const inside = assemble(parts, changed)
  const { power } = inside
  const controls = { ...inside, happened: inside.entries.happened }
  async function inStep(): Promise<void> {
    // A device that goes down or hangs has nothing to be in step with.
    await power
      .wire()
      ?.ask({ type: 'sync' }, IN_STEP_LIMIT)
      .catch(() => undefined)
  }
  const operated = {
    ...worldControls(controls),
    ...clockControls(controls),
    ...frontControls(controls),
    ...readerControls(controls),
    inStep,
  }
  const story = boardStory(controls, operated, { changed, subscribe })
  return {
    ...operated,
    ...cardControls(controls),
    ...displayControls({
      ...controls,
      takeImage() {
        const { sent } = inside.image
        inside.image.sent = undefined
        return sent
      },
    }),
    ...switchControls(controls),
    ...powerControls(controls),
    state: () => ({ ...stateOf(inside), story: story.state() }),
    playStory: (order) => story.playStory(order),
    power,
    sound: inside.sound,
    hdmi: inside.hdmi,
    subscribe,
  }
}

/** Connects the parts. */
function assemble(parts: BoardParts, changed: () => void): BoardInside {
  const { hardware, time, log } = parts
  const product = productCalled(hardware.state().product)
  const switches: Switches = { faults: [], persona: 'own' }
  const now = () => time.now() + hardware.state().clockOffset
  const entries = createBoardLog({ now, log, changed })
  hardware.onNotStored((cause) => entries.notStored(cause))
  const reported = createReported(product, parts)
  const slots = openSlots({
    ...parts,
    checkout: { ...parts.checkout, ...product.firmware },
    now,
    happened: (event) => entries.slot(event),
    async works() {
      // Without its cable the device answers nobody.
      if (!hardware.state().world.cable) return undefined
      const { http, https } = reported.addresses()
      return watchdog.beats() && (await answersAt([http, https], time))
    },
    failed: () => power.killUnproved(),
    changed() {
      power.wire()?.send({ type: 'firmware', firmware: slots.firmware() })
      changed()
    },
  })
  const sound = createSoundMonitor((message) => power.wire()?.send(message))
  const hdmi = createHdmiMonitor((message) => power.wire()?.send(message))
  const watchdog = createWatchdog(parts.bootSeconds, time)
  const plug = createPlug(parts, slots, switches, () => power.wire())
  const sdSlot = openSdSlot({
    hardware,
    folder: cardFolder(parts.dataFolder),
    bytes: parts.cardBytes,
    changed: () => plug.update(),
  })
  const power = createPower({
    start(onMessage, reason) {
      const code = slots.boot()
      const plugged = () => plug.plugged(reason, code)
      const entry = code.deviceEntry
      const device = startDevice({ entry, plugged, log, time, receive: onMessage })
      if (device.pid !== undefined) recordDevice(parts.dataFolder, device.pid, entry)
      return device
    },
    goBack: () => slots.goBack(),
    watchdog,
    time,
    happened(event) {
      if (event.type === 'running') slots.running()
      else {
        reported.stopped()
        sound.stopped()
        slots.down()
      }
      entries.power(event)
    },
    receive: (message) => receive(message, { ...inside, changed }),
  })
  const snapshots = openSnapshots({
    dataFolder: parts.dataFolder,
    power,
    slots,
    sdSlot,
    boardState: () => ({ hardware: hardware.state(), ...switches }),
    restoreBoard(saved) {
      // Older snapshots lack members that were added since.
      hardware.change({ ...saved.hardware, world: { ...PLAIN_WORLD, ...saved.hardware.world } })
      switches.faults = saved.faults
      switches.persona = saved.persona ?? 'own'
      plug.forgetSent()
      plug.update()
      sdSlot.tidy()
      changed()
    },
  })
  const inside: BoardInside = {
    ...parts,
    product,
    switches,
    entries,
    reported,
    sound,
    hdmi,
    image: { sent: undefined },
    slots,
    plug,
    power,
    sdSlot,
    snapshots,
  }
  return inside
}

/** An audio device whose site the device has left. */
const elsewhere = (peer: AudioPeer): AudioPeer => ({ ...peer, status: 'InOtherPeerNetwork' })

/** Handles a message of the device. */
function receive(
  message: FromDevice,
  {
    reported,
    sound,
    hdmi,
    image,
    plug,
    hardware,
    entries,
    power,
    slots,
    changed,
  }: BoardInside & { changed: () => void },
): void {
  switch (message.type) {
    case 'running':
      reported.receive(message)
      sound.started()
      hdmi.started()
      plug.update()
      break
    case 'moved':
    case 'https':
    case 'display':
    case 'identify':
    case 'callButtonLight':
    case 'statusLight':
    case 'sound':
    case 'speaker':
    case 'oldCiphers':
    case 'calls':
    case 'reader':
    case 'hdmi':
    case 'timeZone':
    case 'callReadiness':
    case 'heat':
    case 'doors':
    case 'terminals':
      reported.receive(message)
      break
    case 'levels':
    case 'samples':
      sound.receive(message)
      return
    case 'hdmiPicture':
      hdmi.receive(message)
      return
    case 'welcomeImage':
      image.sent = message.image
      return
    case 'clock':
      hardware.change({ clockOffset: message.offset })
      break
    case 'leftSite': {
      const { world } = hardware.state()
      hardware.change({ world: { ...world, peers: world.peers.map(elsewhere) } })
      plug.update()
      break
    }
    case 'happened':
      entries.add(message.happening)
      return
    case 'faultUsed':
      plug.faultsLeft(message.faults)
      break
    case 'setUp':
      slots.setUp(message.done)
      return
    case 'order':
      power.wire()?.send(answerOrder(slots, message))
      return
    case 'hello':
    case 'heartbeat':
    case 'restart':
    case 'done':
      return
  }
  changed()
}

/** The board's state as the bench shows it. */
function stateOf(inside: BoardInside): Omit<AnswerOf<typeof getBench>, 'story'> {
  const { product, plug, power, reported, hardware, snapshots, switches, slots, entries } = inside
  const { world, clockOffset } = hardware.state()
  const front = reported.front()
  return {
    product: product.number,
    productName: product.brand.shortName,
    plate: product.plate,
    category: categoryOf(product.brand.type),
    loudspeaker: product.audio?.output !== undefined,
    hasMicrophone: product.audio?.input !== undefined,
    shockSensor: product.shockSensor,
    serial: plug.serial(),
    power: power.isOn(),
    device: power.state(),
    addresses: { ...reported.addresses(), bench: inside.bench },
    world,
    display: front.display,
    identifying: front.identifying,
    callButtonLit: power.state() === 'running' && isCallButtonLit(front),
    statusLight: front.statusLight,
    sound: publicSound(front),
    speaker: front.speaker,
    oldCiphers: front.oldCiphers,
    calls: front.calls,
    microphone: front.microphone,
    terminals: wiredTo(reported.terminals(), world.contacts),
    sdCard: product.sdCard ? inside.sdSlot.state() : null,
    reader: front.reader,
    hdmi: front.hdmi,
    snapshots: snapshots.names(),
    ...switches,
    firmware: slots.firmware(),
    clockOffset,
    timeZone: front.timeZone,
    callReadiness: front.callReadiness,
    heat: front.heat,
    doors: front.doors,
    happened: entries.all(),
  }
}
