import type { HeatState } from '@lintel/contract/events'
import { useText } from '@lintel/ui/i18n'
import { Notice } from '@lintel/ui/notice'
import { useEffect } from 'react'
import { hasHeat } from '../conditions.ts'
import { manualOf } from '../manuals.ts'
import { queryClient } from '../query-client.ts'
import { role } from '../session/me.ts'
import { brand } from '../start/brand.ts'
import { useStore } from '@lintel/ui/store'
import { useViewpoint } from '../viewpoint.ts'
import { useHeat } from './use-heat.ts'

/**
 * States with a banner, and its messages: what is the case, and what follows. A §8 Heat banners.
 */
const BANNERS = {
  Cold: { status: 'warn', title: 'shell.heat.cold', note: 'shell.heat.coldNote' },
  Warning: { status: 'warn', title: 'shell.heat.warning', note: 'shell.heat.warningNote' },
  Hot: { status: 'crit', title: 'shell.heat.hot', note: undefined },
} as const satisfies Partial<Record<HeatState, object>>

/** Tells administrators that the device is too cold or too hot, while it is. A §4 Heat events. */
export function HeatBanner() {
  const device = useViewpoint()
  // Others can't read what it needs.
  return role() === 'admin' && hasHeat(device) === true ? <FollowedHeat /> : null
}

function FollowedHeat() {
  const text = useText()
  const state = useHeat()
  useEffect(() => {
    // The sleep time differs while the device is too warm (OPEN-106).
    if (state !== undefined) void queryClient.invalidateQueries({ queryKey: ['intercom'] })
  }, [state])
  const manual = manualOf(useStore(brand))
  const banner = hasBanner(state) ? BANNERS[state] : undefined
  if (!banner) return null
  return (
    <Notice status={banner.status} title={text(banner.title)}>
      {banner.note && text(banner.note)}{' '}
      {manual !== undefined && (
        <a href={manual} target="_blank" rel="noreferrer">
          {text('ui.userManual')}
        </a>
      )}
    </Notice>
  )
}

const hasBanner = (state: string | undefined): state is keyof typeof BANNERS =>
  state !== undefined && Object.hasOwn(BANNERS, state)
