import { atSite } from '@lintel/contract/site'
import { Button } from '@lintel/ui/button'
import { Card } from '@lintel/ui/card'
import { useText } from '@lintel/ui/i18n'
import { PageHead } from '@lintel/ui/page-head'
import { useState } from 'react'
import { history } from '../../app/routing/history.ts'
import styles from './plainconfig-page.module.css'

/** The device's own page with all its parameters. A §2 Maintenance, B §7. */
const PLAIN_CONFIG = '/admin/config.shtml'

/**
 * Asks before it leaves the console for a page without any warnings. The question is the page
 * itself: a dialog over an empty page would only block the menu. A §2 (OPEN-21).
 */
export function PlainConfigPage() {
  const text = useText()
  const [leaving, setLeaving] = useState(false)
  return (
    <>
      <PageHead title={text('pages.plainconfig')} />
      <Card title={text('plainconfig.question')}>
        <div className={styles['question']}>
          <p>{text('plainconfig.body')}</p>
          <div className={styles['answers']}>
            <Button onClick={history.back}>{text('ui.cancel')}</Button>
            <Button
              kind="primary"
              busy={leaving}
              onClick={() => {
                setLeaving(true)
                // Going back from there leads to the page before the question.
                location.replace(atSite(PLAIN_CONFIG))
              }}
            >
              {text('plainconfig.open')}
            </Button>
          </div>
        </div>
      </Card>
    </>
  )
}
