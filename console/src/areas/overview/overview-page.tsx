import { useText } from '@lintel/ui/i18n'
import { PageHead } from '@lintel/ui/page-head'
import { InfoPanel } from './info-panel.tsx'
import { LiveVideo } from './live-video.tsx'
import styles from './overview-page.module.css'

/** What the camera sees, beside what the device is. A §2 Overview. */
export function OverviewPage() {
  const text = useText()
  return (
    <>
      <PageHead title={text('pages.overview')} />
      <div className={styles['overview']}>
        <LiveVideo />
        <InfoPanel />
      </div>
    </>
  )
}
