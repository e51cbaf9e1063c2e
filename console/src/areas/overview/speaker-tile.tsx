import { findDevice } from '@lintel/contract/calls/identify'
import { DeviceFault } from '@lintel/contract/fault'
import { atSite } from '@lintel/contract/site'
import { Button, LinkButton } from '@lintel/ui/button'
import { useFaultText } from '@lintel/ui/fault-text'
import { useText } from '@lintel/ui/i18n'
import { LoadFailed } from '@lintel/ui/loading'
import { Notice } from '@lintel/ui/notice'
import { showToast } from '@lintel/ui/toast'
import { useQuery } from '@tanstack/react-query'
import { Lightbulb, Music } from 'lucide-react'
import { useState } from 'react'
import { device } from '../../app/device.ts'
import { hrefTo, paths } from '../../app/routing/paths.ts'
import { role } from '../../app/session/me.ts'
import { speakerQuery } from '../../app/speaker.ts'
import { LOCAL_PLAYER } from '../../app/start/elsewhere.ts'
import { IDENTIFY_DURATION } from '../../app/timing.ts'
import { wait } from '../../app/wait.ts'
import { NowPlaying } from './now-playing.tsx'
import styles from './audio-tiles.module.css'

/** The loudspeaker: its test result, its location, and a link to play something. */
export function SpeakerTile() {
  const text = useText()
  const { data: report, error, refetch } = useQuery(speakerQuery)
  return (
    <>
      {report?.SpeakerTestStatus === 'Uncalibrated' && (
        <Notice
          status="warn"
          title={text('overview.uncalibrated')}
          action={role() === 'admin' && <a href={hrefTo(paths.audio())}>{text('pages.audio')}</a>}
        >
          {text('overview.uncalibratedNote')}
        </Notice>
      )}
      {error && <LoadFailed fault={error} onRetry={() => void refetch()} />}
      <NowPlaying />
      <div className={styles['actions']}>
        <LinkButton href={atSite(LOCAL_PLAYER)} icon={<Music size={16} aria-hidden="true" />}>
          {text('overview.player')}
        </LinkButton>
        {role() === 'admin' && <Identify />}
      </div>
    </>
  )
}

/** The device's answer while it is already identifying itself. */
const BUSY = [2200, 2201]

/** Makes the speaker identify itself to people near it. B §7. */
function Identify() {
  const text = useText()
  const faultText = useFaultText()
  const [busy, setBusy] = useState(false)
  const [missing, setMissing] = useState(false)

  async function find() {
    setBusy(true)
    try {
      await Promise.all([device.call(findDevice, {}), wait(IDENTIFY_DURATION)])
    } catch (fault) {
      const { kind, code = 0 } = fault instanceof DeviceFault ? fault : {}
      if (kind === 'missing') setMissing(true)
      else {
        const message = BUSY.includes(code) ? text('overview.identifyBusy') : faultText(fault)
        showToast({ status: 'critical', text: message })
      }
    }
    setBusy(false)
  }

  if (missing) return <p className="muted">{text('overview.noIdentify')}</p>
  return (
    <Button
      icon={<Lightbulb size={16} aria-hidden="true" />}
      busy={busy}
      onClick={() => void find()}
    >
      {text('overview.identify')}
    </Button>
  )
}
