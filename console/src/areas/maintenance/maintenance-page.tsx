import { restart } from '@lintel/contract/calls/system'
import { Button } from '@lintel/ui/button'
import { Card, Row } from '@lintel/ui/card'
import { useFaultText } from '@lintel/ui/fault-text'
import { useText } from '@lintel/ui/i18n'
import { PageHead } from '@lintel/ui/page-head'
import { showToast } from '@lintel/ui/toast'
import { useState } from 'react'
import { device } from '../../app/device.ts'
import { beginRestart } from '../../app/restart/device-restart.ts'

/** What can be done to the device as a whole. A §2 Maintenance. */
export function MaintenancePage() {
  const text = useText()
  const faultText = useFaultText()
  const [busy, setBusy] = useState(false)

  async function restartDevice() {
    setBusy(true)
    try {
      await beginRestart('restart', () => device.call(restart, {}))
    } catch (fault) {
      // The overlay has been here and gone: only a toast outlives it.
      showToast({
        status: 'critical',
        size: 'large',
        text: text('maintenance.restartFailed', { reason: faultText(fault) }),
      })
      setBusy(false)
    }
  }

  return (
    <>
      <PageHead title={text('pages.maintenance')} note={text('maintenance.note')} />
      <Card title={text('maintenance.actions')}>
        <Row name={text('maintenance.restartTitle')} help={text('maintenance.restartHelp')}>
          <Button data-field="restart" busy={busy} onClick={() => void restartDevice()}>
            {text('maintenance.restart')}
          </Button>
        </Row>
      </Card>
    </>
  )
}
