import { Button } from '@lintel/ui/button'
import { I18n, useLanguage, useText } from '@lintel/ui/i18n'
import { lazyComponent } from '@lintel/ui/lazy'
import { useStore } from '@lintel/ui/store'
import { useIsFetching } from '@tanstack/react-query'
import { LayoutGrid, RotateCcw } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { loadChunk } from '../../../app/chunk.ts'
import { isDoorstation } from '../../../app/conditions.ts'
import type { Viewpoint } from '../../../app/conditions.ts'
import { capabilitiesQuery } from '../../../app/queries.ts'
import { role } from '../../../app/session/me.ts'
import { useNarrow } from '../../../app/use-narrow.ts'
import { useViewpoint } from '../../../app/viewpoint.ts'
import { followHappenings } from '../../events/happenings.ts'
import { noteStepsLeft, stepsLeft } from '../next-steps/steps-left.ts'
import {
  arrange,
  arrangement,
  arranging,
  DEFAULT,
  followOtherTabs,
  inOrder,
  moved,
  withHidden,
} from './arrangement.ts'
import { filledTiles, recallFilled } from './filled.ts'
import { columnsThatFill, pictureIn, useColumns } from './layout.ts'
import type { Size } from './layout.ts'
import { TilesComing } from './tiles-coming.tsx'
import { useTileMessages } from './tile-messages.ts'
import { TileFrame } from './tile-frame.tsx'
import { blockOf, defaultOrder, isThere, NEXT_STEPS, sizeOf, tiles } from './tiles.ts'
import type { Tile } from './tiles.ts'

const HiddenTiles = lazyComponent(
  () => loadChunk('arrange', async () => (await import('./arrange-parts.tsx')).HiddenTiles),
  null,
)

/** Without it, nobody is told of steps: the tiles don't wait for them. */
const WatchSteps = lazyComponent(
  () =>
    loadChunk(
      'next-steps',
      async () => (await import('../next-steps/watch-steps.tsx')).WatchSteps,
    ).catch(() => {
      stepsLeft.set(false)
      return () => null
    }),
  null,
)

/** The tiles of the overview, as the person has arranged them. */
export function Board() {
  const messages = useTileMessages(useLanguage())
  if (!messages) return <TilesComing />
  return (
    <I18n catalogues={[messages]}>
      <Tiles />
    </I18n>
  )
}

/** The buttons that start and end arranging, and reset the arrangement. */
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
  // The next visit starts without it.
  useEffect(() => () => arranging.set(false), [])
  return (
    <>
      {active && (
        <Button
          off={isDefault}
          icon={<RotateCcw size={16} aria-hidden="true" />}
          onClick={() => change(() => arrange(DEFAULT))}
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

/**
 * Changes the arrangement; the tiles glide to their new places.
 * @param update runs later where tiles glide, so it has to start from what is stored then
 */
function change(update: () => void): void {
  const glides = !matchMedia('(prefers-reduced-motion: reduce)').matches
  // Not every supported browser has view transitions.
  if (!glides || !('startViewTransition' in document)) {
    update()
    return
  }
  const { ready } = document.startViewTransition(() => flushSync(update))
  // The next change skips one that is under way, which then rejects; its update runs all the same.
  ready.catch(() => undefined)
}

/** The tiles that are there, in order, and all that may be. Those after an undecided one follow later. */
function useTiles(order: readonly string[], viewpoint: Viewpoint) {
  const isReading =
    useIsFetching({
      queryKey: capabilitiesQuery.queryKey,
      // After a failure nothing waits: tiles that come and go would read them again and again.
      predicate: ({ state }) => state.errorUpdateCount === 0,
    }) > 0
  const isAsking = useStore(stepsLeft) === undefined && role() === 'admin'
  const coming = isReading || isAsking
  const all = order.flatMap((id) => tiles.find((tile) => tile.id === id) ?? [])
  const undecided = all.findIndex((tile) => isThere(tile, viewpoint) === undefined)
  // So that a tile that turns out to be there doesn't move others.
  const decided = coming && undecided !== -1 ? all.slice(0, undecided) : all
  return {
    there: decided.filter((tile) => isThere(tile, viewpoint) === true),
    expected: all.filter((tile) => isThere(tile, viewpoint) ?? coming),
    undecided: coming && undecided !== -1,
  }
}

/** How many columns each tile takes, so that they fill the grid. */
function columnsOfTiles(
  columns: number,
  shown: readonly Tile[],
  { isPictureFirst, size }: { isPictureFirst: boolean; size: (tile: Tile) => Size },
) {
  const first = isPictureFirst ? [pictureIn(columns)] : []
  const blocks = shown.map((tile) => blockOf(tile, size(tile)))
  const widths = columnsThatFill(columns, [...first, ...blocks])
  return new Map(shown.map(({ id }, at) => [id, Math.min(columns, widths[first.length + at] ?? 1)]))
}

function Tiles() {
  const text = useText()
  const narrow = useNarrow()
  const active = useStore(arranging)
  const now = useStore(arrangement)
  const [announcement, announce] = useState('')
  const viewpoint = useViewpoint()
  const ids = defaultOrder(viewpoint, narrow)
  const { columns, child } = useColumns()
  const { there, expected, undecided } = useTiles(inOrder(ids, now), viewpoint)
  const isShown = ({ id }: Tile) => !now.hidden.includes(id)
  const shown = there.filter(isShown)
  const hidden = there.filter((tile) => !isShown(tile))
  useState(recallFilled)
  const filled = useStore(filledTiles)
  const size = (tile: Tile) => sizeOf(tile, viewpoint, filled)
  const isPictureFirst = isDoorstation(viewpoint)
  const columnsOf = columnsOfTiles(columns, expected.filter(isShown), { isPictureFirst, size })
  /** The tile that was just hidden or shown: its new button takes the focus of the one that is gone. */
  const focused = useRef<string>(undefined)
  useEffect(followHappenings, [])
  useEffect(followOtherTabs, [])

  function move({ id, titleId }: Tile, placeIn: (order: readonly string[]) => number) {
    change(() => {
      const current = arrangement.get()
      const order = inOrder(ids, current).filter((one) => shown.some((tile) => tile.id === one))
      const to = placeIn(order)
      if (to < 0 || to >= order.length || to === order.indexOf(id)) return
      arrange(moved(current, ids, { shown: order, id, to }))
      announce(
        text('ui.reorder.moved', { name: text(titleId), place: to + 1, count: order.length }),
      )
    })
  }

  function hide({ id, titleId }: Tile, away: boolean) {
    change(() => {
      focused.current = id
      arrange(withHidden(arrangement.get(), ids, id, away))
      announce(text(away ? 'tiles.nowHidden' : 'tiles.nowShown', { name: text(titleId) }))
    })
  }

  const focusOnce = (id: string) => (button: HTMLButtonElement | null) => {
    if (!button || focused.current !== id) return
    focused.current = undefined
    button.focus()
  }

  return (
    <>
      {role() === 'admin' && (
        <WatchSteps note={noteStepsLeft} quiet={now.hidden.includes(NEXT_STEPS)} />
      )}
      {shown.map((tile, index) => (
        <TileFrame
          key={tile.id}
          tile={tile}
          size={size(tile)}
          columns={columnsOf.get(tile.id) ?? 1}
          arranging={
            active
              ? {
                  index,
                  count: shown.length,
                  across: columns > 1,
                  onMove: (placeIn) => move(tile, placeIn),
                  onDrop: (id, placeIn) => {
                    const dropped = shown.find((one) => one.id === id)
                    if (dropped) move(dropped, placeIn)
                  },
                  onHide: () => hide(tile, true),
                  hideRef: focusOnce(tile.id),
                }
              : undefined
          }
        />
      ))}
      {undecided && shown.length === 0 && <TilesComing />}
      {active && (
        <HiddenTiles
          hidden={hidden}
          onShow={(tile) => hide(tile, false)}
          showRef={(tile) => focusOnce(tile.id)}
        />
      )}
      <output ref={child} className="sr-only">
        {announcement}
      </output>
    </>
  )
}
