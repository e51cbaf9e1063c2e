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
  Phone,
  Power,
  Speaker,
  Thermometer,
  Users,
  Zap,
} from 'lucide-react'
import type { ComponentType } from 'react'
import { hasCardSlot, hasHeat, hasReader, isAudio } from '../../../app/conditions.ts'
import type { Condition, Viewpoint } from '../../../app/conditions.ts'
import { hasNeedsOf } from '../../../app/needs.ts'
import { paths } from '../../../app/routing/paths.ts'
import { hasDoors, hasOtherPorts } from '../../io-ports/has-doors.ts'
import type { Shape } from './tile-skeleton.tsx'

type Size = 'small' | 'normal' | 'tall'

/** A part of the overview, which a person can move and hide. */
export interface Tile {
  /** It is stored in browsers, so it never changes. */
  id: string
  titleId: MessageId
  icon: ComponentType<{ size?: number }>
  /** Who sees it, at least. */
  role: Role
  /** Whether this device has it; always without. */
  when?: Condition
  /** The area without whose calls it is empty (`needs.ts`). */
  needs?: string
  /** The pages that have more; it leads to the first that the person may open. */
  pages?: readonly string[]
  /** Areas whose messages it needs besides those of all tiles. */
  texts?: readonly string[]
  /** Rows of the grid: 1, 2 or 4, however much there is to show. */
  size: Size | ((device: Viewpoint) => Size)
  /** What it looks like while it loads. */
  shape: Shape
  load: () => Promise<ComponentType>
}

/** The tiles in their default order. A new one comes last for whoever has arranged them. */
export const tiles: readonly Tile[] = [
  {
    id: 'speaker',
    titleId: 'overview.speaker',
    icon: Speaker,
    role: 'viewer',
    when: isAudio,
    size: 'normal',
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
    size: 'tall',
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
    shape: 'doors',
    load: async () => (await import('../../io-ports/doors-tile.tsx')).DoorsTile,
  },
  {
    id: 'calls',
    titleId: 'tiles.calls',
    icon: Phone,
    role: 'operator',
    needs: 'sip-accounts',
    pages: [paths.sipCalls()],
    texts: ['sip-calls'],
    size: 'normal',
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
    size: 'normal',
    shape: 'list',
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
    id: 'temperature',
    titleId: 'tiles.temperature',
    icon: Thermometer,
    role: 'admin',
    when: hasHeat,
    size: 'small',
    shape: 'value',
    load: async () => (await import('../../display-config/overview-tile.tsx')).TemperatureTile,
  },
  {
    id: 'reader',
    titleId: 'tiles.reader',
    icon: IdCard,
    role: 'admin',
    when: hasReader,
    pages: [paths.readerProtocol()],
    size: 'small',
    shape: 'value',
    load: async () => (await import('../../reader/overview-tile.tsx')).ReaderTile,
  },
  {
    id: 'events',
    titleId: 'tiles.events',
    icon: Zap,
    role: 'viewer',
    size: 'normal',
    shape: 'list',
    load: async () => (await import('../../events/overview-tile.tsx')).EventsTile,
  },
]

/**
 * Whether a tile is there for this person on this device; undefined while the device has not
 * answered what is needed to know.
 */
export function isThere(tile: Tile, viewpoint: Viewpoint): boolean | undefined {
  if (!mayCall(tile.role, viewpoint.groups, 'ready')) return false
  if (tile.needs !== undefined && !hasNeedsOf(tile.needs, viewpoint)) return false
  return tile.when === undefined ? true : tile.when(viewpoint)
}

/** What a person needs on a phone comes first there, before the facts about the device. */
const AFTER_USE = ['speaker', 'audioManager', 'doors', 'calls']

/** The ids of all tiles in their default order. */
export function defaultOrder(narrow: boolean): string[] {
  const ids = tiles.map(({ id }) => id)
  if (!narrow) return ids
  return [...AFTER_USE, ...ids.filter((id) => !AFTER_USE.includes(id))]
}
