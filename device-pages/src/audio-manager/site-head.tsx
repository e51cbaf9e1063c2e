import { removeAudioSite } from '@lintel/contract/calls/audio'
import { Button } from '@lintel/ui/button'
import { ConfirmDialog } from '@lintel/ui/dialog'
import { useFaultText } from '@lintel/ui/fault-text'
import { Text, useText } from '@lintel/ui/i18n'
import { Notice } from '@lintel/ui/notice'
import { useState } from 'react'
import { device } from '../app/device.ts'
import styles from './audio-manager.module.css'

/** The site by its name, and a button that deletes it. */
export function SiteHead(props: {
  name: string
  /** The version of the site shown; undefined when the device sends none. */
  version: string | undefined
  onChanged: () => Promise<void>
}) {
  const { name, version, onChanged } = props
  const text = useText()
  const faultText = useFaultText()
  const [confirming, setConfirming] = useState(false)
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<unknown>()

  function open() {
    setFailure(undefined)
    setConfirming(true)
  }

  async function end() {
    setBusy(true)
    setFailure(undefined)
    try {
      await device.call(removeAudioSite, {}, version === undefined ? {} : { ifMatch: version })
      await onChanged()
      setConfirming(false)
    } catch (fault) {
      setFailure(fault)
      // The request may have succeeded although its response was lost.
      await onChanged()
    } finally {
      setBusy(false)
    }
  }

  return (
    <div className={styles['site']}>
      <div>
        <span>{text('ui.audioSite')}</span>
        <h2>{name}</h2>
      </div>
      <Button kind="danger" onClick={open}>
        {text('audioManager.end')}
      </Button>
      <ConfirmDialog
        open={confirming}
        danger
        busy={busy}
        title={text('audioManager.endTitle')}
        confirm={text('audioManager.end')}
        onConfirm={() => void end()}
        onClose={() => setConfirming(false)}
        body={
          <>
            {failure !== undefined && <Notice status="crit" title={faultText(failure)} />}
            <p>
              <Text id="audioManager.endBody" values={{ name }} />
            </p>
          </>
        }
      />
    </div>
  )
}
