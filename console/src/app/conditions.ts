/**
 * What a product must be or have for a page, a tab or a feature to be there: every such rule of the
 * console, over one view of the device. Source: console specification A §1, A §2, A §9.
 */
import type { ParameterValues } from '@lintel/contract/calls/parameters'
import type { Capabilities, Category } from '@lintel/contract/capabilities'
import { categoryOf } from '@lintel/contract/capabilities'
import type { Brand } from './start/start.ts'

/** Whose eyes the console is seen with, and on which device. */
export interface Viewpoint {
  groups: readonly string[]
  parameters: ParameterValues
  /** From the start-up on. */
  brand?: Brand | undefined
  /** Known to administrators, of products that are not audio. */
  capabilities?: Partial<Capabilities> | undefined
}

/** Undefined: the device has not told what it would take to know. */
export type Condition = (device: Viewpoint) => boolean | undefined

/** The category by `root.Brand.ProdType`; the brand information stands in for it (OPEN-06). */
const categoryIn = ({ parameters, brand }: Viewpoint): Category =>
  categoryOf(parameters.get('root.Brand.ProdType') ?? brand?.ProdType ?? '')

/** `A8307-E`. A §7. */
export const productNumber = ({ parameters, brand }: Viewpoint): string =>
  parameters.get('root.Brand.ProdNbr') ?? brand?.ProdNbr ?? ''

export const isDoorstation = (device: Viewpoint): boolean => categoryIn(device) === 'doorstation'
export const isAudio = (device: Viewpoint): boolean => categoryIn(device) === 'audio'

const can =
  (capability: 'reader' | 'hdmi' | 'display'): Condition =>
  ({ capabilities }) =>
    capabilities && capabilities[capability] === true

/** Doorstations that have it too. A §2. */
const doorstationWith =
  (has: Condition): Condition =>
  (device) =>
    isDoorstation(device) && has(device)

export const hasReaderPage = doorstationWith(can('reader'))
export const hasHdmiPage = doorstationWith(can('hdmi'))
export const hasDisplayPage = doorstationWith(can('display'))

const count = ({ parameters }: Viewpoint, name: string) => Number(parameters.get(name) ?? 0)

/** At least one input or output. A §2, IO-14. */
export const hasPorts = (device: Viewpoint): boolean =>
  count(device, 'root.Input.NbrOfInputs') + count(device, 'root.Output.NbrOfOutputs') > 0

/** A §2 Network (NET-02): a device without IPv6 has none of its parameters. */
export const supportsIpv6 = ({ parameters }: Viewpoint): boolean =>
  parameters.has('root.Network.IPv6.Enabled')

/** A camera that can be turned and zoomed. A §5 Users. */
export const hasPtz = ({ parameters }: Viewpoint): boolean =>
  parameters.get('root.Properties.PTZ.PTZ') === 'yes'

/** The search finds the display's settings on one product only, and not elsewhere (OPEN-01). */
export const isDisplayFound = (device: Viewpoint): boolean => productNumber(device) === 'A8307-E'
