import { keyOfDevice } from '@lintel/contract/site'
import { me } from '../../../app/session/me.ts'

export interface TileProps {
  /** Keeps for the next visit whether there is something to show, for a tile that is small otherwise. */
  note: (isFilled: boolean) => void
}

/** For each person and device, as for the arrangement. */
const key = () => `${keyOfDevice('lintel.filledTiles')} ${me.get()?.user ?? ''}`

/**
 * Ids of the tiles that had something to show when this person last saw them in this browser; the
 * others are small. Their sizes stay during a visit: a tile that grows with the first call would move
 * the button that opens the door to the visitor.
 */
export function filledTiles(): readonly string[] {
  try {
    return localStorage.getItem(key())?.split(' ') ?? []
  } catch {
    return []
  }
}

/** Keeps for the next visit whether a tile has something to show. */
export function noteFilled(id: string, isFilled: boolean): void {
  const others = filledTiles().filter((one) => one !== id)
  try {
    localStorage.setItem(key(), [...others, ...(isFilled ? [id] : [])].join(' '))
  } catch {
    // The next visit shows it small.
  }
}
