import { keyOfDevice } from '@lintel/contract/site'
import { createStore } from '@lintel/ui/store'
import { me } from '../../../app/session/me.ts'

export interface TileProps {
  /** Keeps for the next visit whether there is something to show, for a tile that is small otherwise. */
  note: (isFilled: boolean) => void
}

/** For each person and device, as for the arrangement. */
const key = () => `${keyOfDevice('lintel.filledTiles')} ${me.get()?.user ?? ''}`

/** By the id of the tile; none is there that the person has never seen. */
export type Filled = Readonly<Record<string, boolean>>

function stored(): Filled {
  try {
    return JSON.parse(localStorage.getItem(key()) ?? '{}') as Filled
  } catch {
    return {}
  }
}

/**
 * Which tiles had something to show when this person last saw them in this browser; the others are
 * small. Their sizes stay during a visit: a tile that grows with the first call would move the button
 * that opens the door to the visitor. One that the person sees for the first time gets its size as
 * soon as it has been read.
 */
export const filledTiles = createStore<Filled>({})

/** Begins a visit of the overview. */
export function recallFilled(): void {
  filledTiles.set(stored())
}

/** Keeps for the next visit whether a tile has something to show. */
export function noteFilled(id: string, isFilled: boolean): void {
  const now = filledTiles.get()
  if (!(id in now)) filledTiles.set({ ...now, [id]: isFilled })
  try {
    localStorage.setItem(key(), JSON.stringify({ ...stored(), [id]: isFilled }))
  } catch {
    // The next visit shows it small until it has been read.
  }
}
