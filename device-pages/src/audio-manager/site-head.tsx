import { removeAudioSite } from '@lintel/contract/calls/audio'
import { useFaultText } from '@lintel/ui/fault-text'
import { Text, useText } from '@lintel/ui/i18n'
import { Notice } from '@lintel/ui/notice'
import { ConfirmInPlace } from '../app/confirm-in-place.tsx'
import { device } from '../app/device.ts'
import { useAction } from '../app/use-action.ts'
import styles from './audio-manager.module.css'

/** The site by its name, and a button that ends it, as on the audio system's page. */
export function SiteHead(props: {
  name: string
  /** The version of the site shown; undefined when the device sends none. */
  version: string | undefined
  onChanged: () => Promise<void>
}) {
  const { name, version, onChanged } = props
  const text = useText()
  const faultText = useFaultText()
  const { busy, failure, run, forget } = useAction(onChanged)
  const end = () =>
    device.call(removeAudioSite, {}, version === undefined ? {} : { ifMatch: version })
  return (
    <>
      {failure !== undefined && <Notice status="crit" title={faultText(failure)} />}
      <div className={styles['site']}>
        <div>
          <span>{text('ui.audioSite')}</span>
          <h2>{name}</h2>
        </div>
        <ConfirmInPlace
          verb={text('audioManager.end')}
          question={<Text id="audioManager.endBody" values={{ name }} />}
          busy={busy}
          onConfirm={() => run(end)}
          onAsk={forget}
        />
      </div>
    </>
  )
}
