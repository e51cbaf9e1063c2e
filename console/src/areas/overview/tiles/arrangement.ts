import { keyOfDevice } from '@lintel/contract/site'
import { createStore } from '@lintel/ui/store'
import { me } from '../../../app/session/me.ts'

/** How a person has arranged the tiles. */
export interface Arrangement {
  /** Ids of tiles; those that are not among them follow at the end. */
  order: readonly string[]
  hidden: readonly string[]
}

export const DEFAULT: Arrangement = { order: [], hidden: [] }

/**
 * All tiles in the order of an arrangement. Tiles of a later version come last.
 * @param ids of all tiles, in their default order
 */
export const inOrder = (
  ids: readonly string[],
  { order }: Pick<Arrangement, 'order'>,
): string[] => [
  ...order.filter((id, at) => ids.includes(id) && order.indexOf(id) === at),
  ...ids.filter((id) => !order.includes(id)),
]

/**
 * Moves a tile to a place among the tiles that are shown. What this device or person doesn't have
 * keeps its place, for another device or role.
 * @param shown ids of the tiles that are shown, in order
 * @param to the place from 0 among these, without the tile itself
 */
export function moved(
  arrangement: Arrangement,
  ids: readonly string[],
  { shown, id, to }: { shown: readonly string[]; id: string; to: number },
): Arrangement {
  const rest = inOrder(ids, arrangement).filter((one) => one !== id)
  const others = shown.filter((one) => one !== id)
  const next = others[to]
  const last = others.at(-1)
  const place =
    next !== undefined
      ? rest.indexOf(next)
      : last === undefined
        ? rest.length
        : rest.indexOf(last) + 1
  return { ...arrangement, order: rest.toSpliced(place, 0, id) }
}

export const withHidden = (
  arrangement: Arrangement,
  ids: readonly string[],
  id: string,
  hide: boolean,
): Arrangement => ({
  // Its place is kept, so that it is there again when it is shown again.
  order: inOrder(ids, arrangement),
  hidden: [...arrangement.hidden.filter((one) => one !== id), ...(hide ? [id] : [])],
})

const strings = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((one) => typeof one === 'string') : []

/** Reads a stored arrangement; the default if it can't be read. */
export function arrangementIn(stored: string | null): Arrangement {
  if (stored === null) return DEFAULT
  try {
    const value: unknown = JSON.parse(stored)
    if (typeof value !== 'object' || value === null) return DEFAULT
    const { order, hidden } = value as Partial<Record<keyof Arrangement, unknown>>
    return { order: strings(order), hidden: strings(hidden) }
  } catch {
    return DEFAULT
  }
}

/** For each person and device: a gateway has several devices, and people share browsers. */
const key = () => `${keyOfDevice('lintel.overview')} ${me.get()?.user ?? ''}`

function read(): Arrangement {
  try {
    return arrangementIn(localStorage.getItem(key()))
  } catch {
    return DEFAULT
  }
}

/** How the person has arranged the tiles, and whether they are being arranged. */
export const arrangement = createStore<Arrangement>(read())
export const arranging = createStore(false)

function onStorage(event: StorageEvent): void {
  if (event.key === key()) arrangement.set(read())
}

/** Follows what the same person arranges in other tabs; returns a function that stops it. */
export function followOtherTabs(): () => void {
  addEventListener('storage', onStorage)
  return () => removeEventListener('storage', onStorage)
}

/** Applies an arrangement, and stores it in this browser. */
export function arrange(next: Arrangement): void {
  arrangement.set(next)
  try {
    if (next === DEFAULT) localStorage.removeItem(key())
    else localStorage.setItem(key(), JSON.stringify(next))
  } catch {
    // It lasts until the page is closed.
  }
}
