import { lazyComponent } from '@lintel/ui/lazy'
import { useEffect } from 'react'
import { loadChunk } from '../chunk.ts'
import { hasHeat } from '../conditions.ts'
import { queryClient } from '../query-client.ts'
import { role } from '../session/me.ts'
import { useViewpoint } from '../viewpoint.ts'
import { useHeat } from './use-heat.ts'
import type { HeatWithBanner } from './use-heat.ts'

/** Loads with its messages when there is something to tell. */
const HeatNotice = lazyComponent(
  () => loadChunk('heat', async () => (await import('./heat-notice.tsx')).HeatNotice),
  null,
)

/** Tells administrators that the device is too cold or too hot, while it is. A §4 Heat events. */
export function HeatBanner() {
  const device = useViewpoint()
  // Others can't read what it needs.
  return role() === 'admin' && hasHeat(device) === true ? <FollowedHeat /> : null
}

function FollowedHeat() {
  const state = useHeat()
  useEffect(() => {
    // The sleep time differs while the device is too warm (OPEN-106).
    if (state !== undefined) void queryClient.invalidateQueries({ queryKey: ['intercom'] })
  }, [state])
  return hasBanner(state) ? <HeatNotice state={state} /> : null
}

const hasBanner = (state: string | undefined): state is HeatWithBanner =>
  state === 'Cold' || state === 'Warning' || state === 'Hot'
