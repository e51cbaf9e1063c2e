import { getPlaying, stopClip } from '@lintel/contract/calls/audio'
import { Button } from '@lintel/ui/button'
import { useFaultText } from '@lintel/ui/fault-text'
import { useText } from '@lintel/ui/i18n'
import { showToast } from '@lintel/ui/toast'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { Square } from 'lucide-react'
import { useState } from 'react'
import { device } from '../../app/device.ts'
import { useReachable } from '../../app/events/use-reachable.ts'
import { unlessMissing } from '../../app/missing.ts'
import { queryClient } from '../../app/query-client.ts'
import { Fresh } from './tiles/fresh.tsx'
import styles from './audio-tiles.module.css'

/** What the loudspeaker plays: a name, or null in silence. Older firmware doesn't tell. */
const soundQuery = queryOptions({
  queryKey: ['sound', 'name'],
  queryFn: async ({ signal }) => {
    const answer = await unlessMissing(device.call(getPlaying, {}, { signal }))
    return { name: answer && (answer.sound?.name ?? null) }
  },
})

/** What the loudspeaker plays now, and a button that stops it. */
export function NowPlaying() {
  const text = useText()
  const faultText = useFaultText()
  const isReachable = useReachable()
  const { data } = useQuery(soundQuery)
  const [busy, setBusy] = useState(false)
  const name = data?.name
  if (name === undefined || !isReachable) return null

  async function stop() {
    setBusy(true)
    try {
      await device.call(stopClip, {})
    } catch (fault) {
      const because = faultText(fault)
      showToast({ status: 'critical', text: text('overview.playing.notStopped', { because }) })
    }
    await queryClient.invalidateQueries({ queryKey: soundQuery.queryKey })
    setBusy(false)
  }

  return (
    <div className={styles['playing']}>
      <output>
        <Fresh
          value={name === null ? text('overview.playing.none') : text('overview.playing', { name })}
        />
      </output>
      {name !== null && (
        <Button
          busy={busy}
          icon={<Square size={14} aria-hidden="true" />}
          onClick={() => void stop()}
        >
          {text('overview.playing.stop')}
        </Button>
      )}
    </div>
  )
}
