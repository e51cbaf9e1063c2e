import { Button } from '@lintel/ui/button'
import { I18n, useLanguage, useText } from '@lintel/ui/i18n'
import { lazyComponent } from '@lintel/ui/lazy'
import { useStore } from '@lintel/ui/store'
import { useIsFetching } from '@tanstack/react-query'
import { LayoutGrid, RotateCcw } from 'lucide-react'
import { useEffect, useState } from 'react'
import { flushSync } from 'react-dom'
import { loadChunk } from '../../../app/chunk.ts'
import { capabilitiesQuery } from '../../../app/queries.ts'
import { useNarrow } from '../../../app/use-narrow.ts'
import { useViewpoint } from '../../../app/viewpoint.ts'
import { followHappenings } from '../../events/happenings.ts'
import {
  arrange,
  arrangement,
  arranging,
  DEFAULT,
  inOrder,
  moved,
  withHidden,
} from './arrangement.ts'
import type { Arrangement } from './arrangement.ts'
import { useTileMessages } from './tile-messages.ts'
import { TileFrame } from './tile-frame.tsx'
import { defaultOrder, isThere, tiles } from './tiles.ts'
import type { Tile } from './tiles.ts'

const HiddenTiles = lazyComponent(
  () => loadChunk('arrange', async () => (await import('./arrange-parts.tsx')).HiddenTiles),
  null,
)

/** The tiles of the overview, as the person has arranged them. */
export function Board() {
  const messages = useTileMessages(useLanguage())
  if (!messages) return null
  return (
    <I18n catalogues={[messages]}>
      <Tiles />
    </I18n>
  )
}

/** Begins and ends arranging. */
export function ArrangeButtons() {
  const messages = useTileMessages(useLanguage())
  if (!messages) return null
  return (
    <I18n catalogues={[messages]}>
      <Buttons />
    </I18n>
  )
}

function Buttons() {
  const text = useText()
  const active = useStore(arranging)
  const isDefault = useStore(arrangement) === DEFAULT
  // The next visit begins as usual.
  useEffect(() => () => arranging.set(false), [])
  return (
    <>
      {active && (
        <Button
          off={isDefault}
          icon={<RotateCcw size={16} aria-hidden="true" />}
          onClick={() => change(DEFAULT)}
        >
          {text('tiles.reset')}
        </Button>
      )}
      <Button
        kind={active ? 'primary' : 'default'}
        icon={!active && <LayoutGrid size={16} aria-hidden="true" />}
        onClick={() => arranging.set(!active)}
      >
        {text(active ? 'tiles.done' : 'tiles.arrange')}
      </Button>
    </>
  )
}

/** Takes over an arrangement; the tiles glide to their new places. */
function change(next: Arrangement): void {
  const glides = !matchMedia('(prefers-reduced-motion: reduce)').matches
  // Not in every browser of the target.
  if (!glides || !('startViewTransition' in document)) arrange(next)
  else document.startViewTransition(() => flushSync(() => arrange(next)))
}

/** The tiles that are there, in order. Those after one that is not decided yet follow later. */
function useTiles(order: readonly string[]): Tile[] {
  const viewpoint = useViewpoint()
  const coming =
    useIsFetching({
      queryKey: capabilitiesQuery.queryKey,
      // Once they have failed nothing waits: tiles that come and go would ask for them again and again.
      predicate: ({ state }) => state.errorUpdateCount === 0,
    }) > 0
  const all = order.flatMap((id) => tiles.find((tile) => tile.id === id) ?? [])
  const undecided = all.findIndex((tile) => isThere(tile, viewpoint) === undefined)
  // So that no tile moves another one away when it turns out to be there.
  const decided = coming && undecided !== -1 ? all.slice(0, undecided) : all
  return decided.filter((tile) => isThere(tile, viewpoint) === true)
}

function Tiles() {
  const text = useText()
  const narrow = useNarrow()
  const active = useStore(arranging)
  const now = useStore(arrangement)
  const [announcement, announce] = useState('')
  const ids = defaultOrder(narrow)
  const there = useTiles(inOrder(ids, now))
  const shown = there.filter(({ id }) => !now.hidden.includes(id))
  const hidden = there.filter(({ id }) => now.hidden.includes(id))
  useEffect(followHappenings, [])

  function move(id: string, to: number) {
    const tile = shown[to]
    const name = shown.find((one) => one.id === id)?.titleId
    if (!tile || !name || tile.id === id) return
    change(moved(now, ids, { shown: shown.map((one) => one.id), id, to }))
    announce(text('ui.reorder.moved', { name: text(name), place: to + 1, count: shown.length }))
  }

  function hide({ id, titleId }: Tile, away: boolean) {
    change(withHidden(now, ids, id, away))
    announce(text(away ? 'tiles.nowHidden' : 'tiles.nowShown', { name: text(titleId) }))
  }

  return (
    <>
      {shown.map((tile, index) => (
        <TileFrame
          key={tile.id}
          tile={tile}
          arranging={
            active
              ? {
                  index,
                  count: shown.length,
                  onMove: move,
                  placeOf: (id) => shown.findIndex((one) => one.id === id),
                  onHide: () => hide(tile, true),
                }
              : undefined
          }
        />
      ))}
      {active && <HiddenTiles hidden={hidden} onShow={(tile) => hide(tile, false)} />}
      <output className="sr-only">{announcement}</output>
    </>
  )
}
