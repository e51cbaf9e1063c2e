/**
 * What a product must be or have for a page, a tab or a feature to exist. All such rules of the
 * console are here, over one view of the device. Source: console specification A §1, A §2, A §9.
 */
import type { ParameterValues } from '@lintel/contract/calls/parameters'
import type { Capabilities, Category } from '@lintel/contract/capabilities'
import { categoryOf } from '@lintel/contract/capabilities'
import { SD_CARD } from '@lintel/contract/disks'
import { firmwareOf } from '@lintel/contract/firmware'
import { whole, yesNo } from '@lintel/contract/parameters/codec'
import { valueIn } from '@lintel/contract/parameters/record'
import type { Brand } from './start/start.ts'

/** Who uses the console, and on which device. */
export interface Viewpoint {
  groups: readonly string[]
  parameters: ParameterValues
  /** Known once the app has started. */
  brand?: Brand | undefined
  /** What its firmware lacks, as far as is known. */
  lacks?: ReadonlySet<string> | undefined
  /** Known to administrators, except on audio products. */
  capabilities?: Partial<Capabilities> | undefined
}

/** Undefined: the device has not answered what is needed to know. */
export type Condition = (device: Viewpoint) => boolean | undefined

/** The category by `root.Brand.ProdType`, with the brand information as a fallback (OPEN-06). */
const categoryIn = ({ parameters, brand }: Viewpoint): Category =>
  categoryOf(parameters.get('root.Brand.ProdType') ?? brand?.ProdType ?? '')

/** `A8307-E`. A §7. */
export const productNumber = ({ parameters, brand }: Viewpoint): string =>
  parameters.get('root.Brand.ProdNbr') ?? brand?.ProdNbr ?? ''

export const isDoorstation = (device: Viewpoint): boolean => categoryIn(device) === 'doorstation'
export const isAudio = (device: Viewpoint): boolean => categoryIn(device) === 'audio'
export const isDoorController = (device: Viewpoint): boolean =>
  categoryIn(device) === 'accesscontrol'

const can =
  (
    capability: 'reader' | 'hdmi' | 'display' | 'callButton' | 'callKeypad' | 'pinKeypad',
  ): Condition =>
  ({ capabilities }) =>
    capabilities && capabilities[capability] === true

/** Doorstations that also have it. A §2. */
const doorstationWith =
  (has: Condition): Condition =>
  (device) =>
    isDoorstation(device) && has(device)

/** A built-in card reader, or terminals for one. A §3. */
export const hasReader = can('reader')

export const hasReaderPage = doorstationWith(can('reader'))
export const hasHdmiPage = doorstationWith(can('hdmi'))
export const hasDisplayPage = doorstationWith(can('display'))

/** A keypad for PINs (OPEN-107). B §2. */
export const hasPinKeypad = doorstationWith(can('pinKeypad'))

/** A keypad for speed dials. B §2. */
export const hasCallKeypad = doorstationWith(can('callKeypad'))

/** Call groups are called by their speed dial or on the display (OPEN-50). B §2. */
export const hasCallGroups: Condition = (device) => hasDisplayPage(device) || hasCallKeypad(device)

/** Two-way video in calls: `A8307-E` and its successors (OPEN-68). B §2 SIP. */
export const hasTwoWayVideo = (device: Viewpoint): boolean =>
  productNumber(device).startsWith('A8307')

/** Whether heat events are shown. A §4 Heat events, OPEN-08. */
export const hasHeat: Condition = (device) => !isAudio(device) && can('display')(device)

/**
 * What the configuration check offers: the whole keypad, its clear key alone, or nothing. A §2
 * Config check.
 */
export function keypadOf(device: Viewpoint): 'whole' | 'clear' | undefined {
  return { 'A8207-VE': 'whole' as const, 'I8016-LVE': 'clear' as const }[productNumber(device)]
}

const count = whole(0, 100)

/** Derived from the parameters alone; undefined while none is known. */
const onceKnown =
  (has: (device: Viewpoint) => boolean): Condition =>
  (device) =>
    device.parameters.size === 0 ? undefined : has(device)

/** Firmware with the calls of our own design, without which a page would be empty. */
export const hasOwnCalls = onceKnown((device) => firmwareOf(device.parameters).ownCalls)

/** A door controller, with our calls for what it denied. */
export const knowsCredentials: Condition = (device) =>
  isDoorController(device) && hasOwnCalls(device)

/** A camera whose pictures it stores, which we can list. */
export const storesPictures: Condition = (device) => isDoorstation(device) && hasOwnCalls(device)

export const hasCallButton = doorstationWith(can('callButton'))

/** At least one input or output. A §2, IO-14. */
export const hasPorts = onceKnown(
  (device) =>
    valueIn(device.parameters, 'root.Input.NbrOfInputs', count) +
      valueIn(device.parameters, 'root.Output.NbrOfOutputs', count) >
    0,
)

/** Its microphone can raise alarms. B §2 Detectors (OPEN-113). */
export const detectsSound = ({ parameters }: Viewpoint): boolean =>
  parameters.has('root.AudioSource.A0.AlarmLevel')

/** Its camera can tell that it is covered. B §2 Detectors (OPEN-113). */
export const detectsDarkness = ({ parameters }: Viewpoint): boolean =>
  parameters.has('root.Tampering.T0.DarkDetectionEnabled')

/** It has the sensor; whether its calls answer decides what the page shows. B §2 Detectors. */
export const detectsShocks = ({ parameters }: Viewpoint): boolean =>
  valueIn(parameters, 'root.Properties.Tampering.ShockDetection', yesNo)

const isConfigurable = (name: string): name is `root.IOPort.I${number}.Configurable` =>
  /^root\.IOPort\.I\d+\.Configurable$/.test(name)

/**
 * At least one port whose direction can't be changed, except on the C1310-E. A §2 (IO-02), A §9.
 */
export const hasRelays = onceKnown(
  (device) =>
    productNumber(device) !== 'C1310-E' &&
    Array.from(device.parameters.keys()).some(
      (name) => isConfigurable(name) && !valueIn(device.parameters, name, yesNo),
    ),
)

/** A slot for an SD card. B §2 Storage. */
export const hasCardSlot = onceKnown(({ parameters }) =>
  Array.from(parameters).some(
    ([name, value]) => /^root\.Storage\.S\d+\.DiskID$/.test(name) && value === SD_CARD,
  ),
)

/** A microphone or a socket for one, whose gain can be set. B §2 Audio. */
export const hasSoundInput = onceKnown(({ parameters }) =>
  parameters.has('root.AudioSource.A0.InputGain'),
)

/** A loudspeaker, whose gain can be set. B §2 Audio. */
export const hasSoundOutput = onceKnown(({ parameters }) =>
  parameters.has('root.AudioSource.A0.OutputGain'),
)

/** A §2 Network (NET-02): a device without IPv6 lacks the parameters. */
export const supportsIpv6 = ({ parameters }: Viewpoint): boolean =>
  parameters.has('root.Network.IPv6.Enabled')

/** A camera with pan, tilt or zoom. A §5 Users. */
export const hasPtz = ({ parameters }: Viewpoint): boolean =>
  valueIn(parameters, 'root.Properties.PTZ.PTZ', yesNo)

/** The search finds the display's settings on one product only (OPEN-01). */
export const isDisplayFound = (device: Viewpoint): boolean => productNumber(device) === 'A8307-E'
