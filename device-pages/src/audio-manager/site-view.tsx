import { audioRoleOf } from '@lintel/contract/audio-peers'
import type { AudioRole } from '@lintel/contract/audio-peers'
import { isLost } from '@lintel/contract/fault'
import { useFaultText } from '@lintel/ui/fault-text'
import { Loading, LoadFailed } from '@lintel/ui/loading'
import { Notice } from '@lintel/ui/notice'
import type { ReactNode } from 'react'
import { useCallback } from 'react'
import { SERIAL } from '../app/about.ts'
import type { About } from '../app/about.ts'
import { framed } from '../app/framed.ts'
import { useReading } from '../app/reading.ts'
import { POLL_INTERVAL } from '../app/timing.ts'
import { readSite } from './read-site.ts'
import type { SiteReading } from './read-site.ts'

/** The device's place in an audio site, and a function that reads it again. */
export interface ShownSite extends SiteReading {
  audioRole: AudioRole
  again: () => Promise<void>
}

/** Shows the audio site of this device, that it is loading, or why it could not be read. */
export function SiteView(props: { about: About; children: (site: ShownSite) => ReactNode }) {
  const { about, children } = props
  const faultText = useFaultText()
  const serial = about.values.get(SERIAL)
  const read = useCallback((signal: AbortSignal) => readSite(serial, signal), [serial])
  const { data, fault, again } = useReading(read, POLL_INTERVAL)
  if (!data) {
    return fault === undefined ? (
      <Loading />
    ) : (
      <LoadFailed fault={fault} onRetry={() => void again()} />
    )
  }
  return (
    <>
      {/* Around a frame, the console says that the device is gone. */}
      {fault !== undefined && !(framed && isLost(fault)) && (
        <Notice status="crit" title={faultText(fault)} />
      )}
      {children({ ...data, audioRole: audioRoleOf(data.peers, serial), again })}
    </>
  )
}
