import type { MessageId } from '@lintel/contract/messages'
import type { Role } from '@lintel/contract/access'
import { mayCall } from '@lintel/contract/access'
import {
  BookUser,
  Cable,
  Clock,
  DoorClosed,
  HardDrive,
  IdCard,
  Info,
  ListChecks,
  Phone,
  Power,
  Speaker,
  Thermometer,
  Users,
  Zap,
} from 'lucide-react'
import type { ComponentType } from 'react'
import {
  hasCardSlot,
  hasHeat,
  hasOwnCalls,
  hasReader,
  isAudio,
  isDoorController,
  isDoorstation,
  knowsCredentials,
} from '../../../app/conditions.ts'
import type { Condition, Viewpoint } from '../../../app/conditions.ts'
import { hasNeedsOf } from '../../../app/needs.ts'
import { paths } from '../../../app/routing/paths.ts'
import { hasDoors, hasOtherPorts } from '../../io-ports/has-doors.ts'
import { stepsLeft } from '../next-steps/steps-left.ts'
import { ROWS } from './layout.ts'
import type { Filled, TileProps } from './filled.ts'
import type { Elastic, Size } from './layout.ts'
import type { Shape } from './tile-skeleton.tsx'

/** A part of the overview that people can move and hide. */
export interface Tile {
  /** Stored in browsers, so it never changes. */
  id: string
  titleId: MessageId
  icon: ComponentType<{ size?: number }>
  /** The lowest role that sees it. */
  role: Role
  /** Which devices have it; without a condition, all. */
  when?: Condition
  /** The area whose calls it needs (`needs.ts`). */
  needs?: string
  /** Pages with more about it; the title links to the first that the person may open. */
  pages?: readonly string[]
  /** Areas whose messages it needs besides those of all tiles. */
  texts?: readonly string[]
  /**
   * How many rows of the grid it takes, however much there is to show; `isFilled` says whether there
   * was anything when the person last saw it.
   */
  size: Size | ((device: Viewpoint, isFilled: boolean) => Size)
  /** The most columns that it takes where that fills the grid; a small tile takes two. */
  columns?: 2 | 3
  /** The fewest, in a grid that has as many. */
  least?: number
  /** Its skeleton while it loads. */
  shape: Shape
  load: () => Promise<ComponentType<TileProps>>
}

/** The tile that goes away once a new device has what it needs. */
export const NEXT_STEPS = 'nextSteps'

const smallWhileEmpty = (_: Viewpoint, isFilled: boolean): Size => (isFilled ? 'normal' : 'small')

/** The tiles in their default order. For people who have arranged theirs, a new one comes last. */
export const tiles: readonly Tile[] = [
  {
    id: NEXT_STEPS,
    titleId: 'tiles.nextSteps',
    icon: ListChecks,
    role: 'admin',
    when: () => stepsLeft.get(),
    texts: ['next-steps'],
    size: 'normal',
    least: 2,
    columns: 3,
    shape: 'steps',
    load: async () => (await import('../next-steps/next-steps-tile.tsx')).NextStepsTile,
  },
  {
    id: 'speaker',
    titleId: 'overview.speaker',
    icon: Speaker,
    role: 'viewer',
    when: isAudio,
    size: 'normal',
    columns: 3,
    shape: 'text',
    load: async () => (await import('../speaker-tile.tsx')).SpeakerTile,
  },
  {
    id: 'audioManager',
    titleId: 'ui.audioManager',
    icon: Users,
    role: 'admin',
    when: isAudio,
    size: 'normal',
    shape: 'text',
    load: async () => (await import('../audio-manager-tile.tsx')).AudioManagerTile,
  },
  {
    id: 'device',
    titleId: 'overview.device',
    icon: Info,
    role: 'viewer',
    size: (device) => (isAudio(device) ? 'tall' : 'high'),
    columns: 2,
    shape: 'facts',
    load: async () => (await import('../device-tile.tsx')).DeviceTile,
  },
  {
    id: 'doors',
    titleId: 'tiles.doors',
    icon: DoorClosed,
    role: 'viewer',
    when: hasDoors,
    pages: [paths.relays(), paths.ioPorts()],
    size: 'normal',
    columns: 2,
    shape: 'doors',
    load: async () => (await import('../../io-ports/doors-tile.tsx')).DoorsTile,
  },
  {
    id: 'access',
    titleId: 'pages.accessLog',
    icon: IdCard,
    role: 'operator',
    when: knowsCredentials,
    pages: [paths.accessLog()],
    texts: ['access-log'],
    size: 'small',
    shape: 'value',
    load: async () => (await import('../../access-log/last-access.tsx')).LastAccess,
  },
  {
    id: 'calls',
    titleId: 'tiles.calls',
    icon: Phone,
    role: 'operator',
    needs: 'sip-accounts',
    pages: [paths.sipCalls()],
    texts: ['sip-calls'],
    size: smallWhileEmpty,
    columns: 2,
    shape: 'list',
    load: async () => (await import('../../sip-calls/overview-tile.tsx')).CallsTile,
  },
  {
    id: 'sipAccounts',
    titleId: 'pages.sipAccounts',
    icon: BookUser,
    role: 'admin',
    needs: 'sip-accounts',
    pages: [paths.sipAccounts()],
    texts: ['sip-accounts'],
    size: smallWhileEmpty,
    shape: 'row',
    load: async () => (await import('../../sip-accounts/overview-tile.tsx')).SipAccountsTile,
  },
  {
    id: 'ports',
    titleId: 'pages.ioPorts',
    icon: Cable,
    role: 'viewer',
    when: hasOtherPorts,
    pages: [paths.ioPorts()],
    size: 'normal',
    shape: 'list',
    load: async () => (await import('../../io-ports/overview-tile.tsx')).PortsTile,
  },
  {
    id: 'storage',
    titleId: 'pages.storage',
    icon: HardDrive,
    role: 'operator',
    needs: 'storage',
    pages: [paths.storage()],
    texts: ['storage'],
    size: (device) => (hasCardSlot(device) ? 'normal' : 'small'),
    shape: 'bars',
    load: async () => (await import('../../storage/overview-tile.tsx')).StorageTile,
  },
  {
    id: 'events',
    titleId: 'tiles.events',
    icon: Zap,
    role: 'viewer',
    pages: [paths.events()],
    size: 'normal',
    columns: 3,
    shape: 'list',
    load: async () => (await import('../../events/overview-tile.tsx')).EventsTile,
  },
  {
    id: 'time',
    titleId: 'ui.deviceTime',
    icon: Clock,
    role: 'viewer',
    pages: [paths.datetime()],
    texts: ['datetime'],
    size: 'small',
    shape: 'value',
    load: async () => (await import('../../datetime/overview-tile.tsx')).TimeTile,
  },
  {
    id: 'uptime',
    titleId: 'tiles.uptime',
    icon: Power,
    role: 'viewer',
    pages: [paths.maintenance()],
    size: 'small',
    shape: 'value',
    load: async () => (await import('../../maintenance/overview-tile.tsx')).UptimeTile,
  },
  {
    id: 'temperature',
    titleId: 'tiles.temperature',
    icon: Thermometer,
    role: 'admin',
    when: hasHeat,
    pages: [paths.health()],
    size: 'small',
    shape: 'value',
    load: async () => (await import('../../display-config/overview-tile.tsx')).TemperatureTile,
  },
  {
    id: 'housing',
    titleId: 'tiles.temperature',
    icon: Thermometer,
    role: 'operator',
    when: (device) => !hasHeat(device) && hasOwnCalls(device),
    pages: [paths.health()],
    texts: ['health'],
    size: 'small',
    shape: 'value',
    load: async () => (await import('../../health/overview-tile.tsx')).HousingTile,
  },
  {
    id: 'reader',
    titleId: 'tiles.reader',
    icon: IdCard,
    role: 'admin',
    when: (device) => hasReader(device) && !knowsCredentials(device),
    pages: [paths.readerProtocol()],
    size: 'small',
    shape: 'value',
    load: async () => (await import('../../reader/overview-tile.tsx')).ReaderTile,
  },
]

/**
 * Whether this person on this device has a tile; undefined while that depends on an answer of the
 * device.
 */
export function isThere(tile: Tile, viewpoint: Viewpoint): boolean | undefined {
  if (!mayCall(tile.role, viewpoint.groups, 'ready')) return false
  if (tile.needs !== undefined && !hasNeedsOf(tile.needs, viewpoint)) return false
  return tile.when === undefined ? true : tile.when(viewpoint)
}

export const sizeOf = ({ id, size }: Tile, viewpoint: Viewpoint, filled: Filled): Size =>
  typeof size === 'function' ? size(viewpoint, filled[id] === true) : size

/** The cells of the grid that a tile takes at this size. */
export const blockOf = ({ least = 1, columns }: Tile, size: Size): Elastic => ({
  columns: least,
  rows: ROWS[size],
  most: columns ?? (size === 'small' ? 2 : 1),
})

/** On a phone, what people use comes before the facts about the device. */
const FIRST_ON_PHONES = [NEXT_STEPS, 'speaker', 'audioManager', 'doors', 'calls']
/** What is beside the live picture (A §2). */
const FIRST_ON_STATIONS = ['device']
/** A door controller is there for doors and cards, and seldom calls anybody. */
const FIRST_ON_CONTROLLERS = [NEXT_STEPS, 'doors', 'access', 'ports']

/** The ids of all tiles in their default order. */
export function defaultOrder(viewpoint: Viewpoint, narrow: boolean): string[] {
  const ids = tiles.map(({ id }) => id)
  const wide = isDoorstation(viewpoint) ? FIRST_ON_STATIONS : []
  const first = isDoorController(viewpoint) ? FIRST_ON_CONTROLLERS : narrow ? FIRST_ON_PHONES : wide
  return [...first, ...ids.filter((id) => !first.includes(id))]
}
