import { factoryDefault, restart, restoreSettings } from '@lintel/contract/calls/system'
import { Button } from '@lintel/ui/button'
import { Card, Row } from '@lintel/ui/card'
import { ConfirmDialog } from '@lintel/ui/dialog'
import { useFaultText } from '@lintel/ui/fault-text'
import { useText } from '@lintel/ui/i18n'
import { LoadFailed } from '@lintel/ui/loading'
import { showToast } from '@lintel/ui/toast'
import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { isDoorstation } from '../../app/conditions.ts'
import { client } from '../../app/device.ts'
import { isMissing } from '@lintel/contract/fault'
import { beginRestart, restart as restarting } from '../../app/restart/device-restart.ts'
import { watchBefore } from '../../app/restart/watch-gone.ts'
import { useViewpoint } from '../../app/viewpoint.ts'
import { firmwareQuery, rollBack, rollbackQuery } from './queries.ts'
import { useUnderWay } from './watch-notice.tsx'

/** Every action by its name, which is also the type of its restart. */
const ACTIONS = {
  restart: () => beginRestart('restart', () => client.call(restart, {})),
  restore: () => reset('restore', () => client.call(restoreSettings, {})),
  default: () => reset('default', () => client.call(factoryDefault, {})),
  rollback: rollBack,
}

/** Restarts with other settings. The call ends the session, so the device is watched before it. */
async function reset(type: 'restore' | 'default', call: () => Promise<unknown>): Promise<void> {
  const stop = await watchBefore(restarting.wentDown)
  try {
    await beginRestart(type, call)
  } catch (fault) {
    stop()
    throw fault
  }
}

type Action = keyof typeof ACTIONS

/** What to say before a rollback. It runs at once (A §2), except into a device without a password. */
const ROLLBACK_HELP = {
  own: 'maintenance.rollbackHelp',
  copy: 'maintenance.rollbackCopyHelp',
  open: 'maintenance.rollbackOpenHelp',
} as const

/** Restart, restore, factory default and rollback. A §2 Maintenance. */
export function Actions() {
  const text = useText()
  const { busy, run } = useActions()
  const underWay = useUnderWay()
  const rings = isDoorstation(useViewpoint())
  const [confirming, setConfirming] = useState<Action>()
  const firmware = useQuery(firmwareQuery)
  const inactive = firmware.data?.inactiveFirmwareVersion
  const rollback = useQuery({ ...rollbackQuery, enabled: inactive !== undefined })
  // Without an answer it is unknown whether there is other firmware; without the call there is
  // none.
  const unknown = [firmware, rollback].find(
    ({ data, error }) => data === undefined && error && !isMissing(error),
  )

  const version = { version: inactive ?? '' }
  const restartHelp = text(rings ? 'maintenance.restartHelp' : 'maintenance.restartHelpNoDoor')
  const asked = confirming ?? 'restart'
  const locked = (action: Action) => underWay || (busy !== undefined && busy !== action)

  async function confirmed(action: Action) {
    await run(action)
    setConfirming(undefined)
  }

  return (
    <>
      <Card label={text('maintenance.actions')}>
        <Row name={text('maintenance.restartTitle')} help={restartHelp}>
          <Button
            data-field="restart"
            disabled={locked('restart')}
            onClick={() => setConfirming('restart')}
          >
            {text('maintenance.restart')}
          </Button>
        </Row>
        {(['restore', 'default'] as const).map((action) => (
          <Row
            key={action}
            name={text(`maintenance.${action}Title`)}
            help={text(`maintenance.${action}Help`)}
          >
            <Button
              kind="danger"
              data-field={action}
              disabled={locked(action)}
              onClick={() => setConfirming(action)}
            >
              {text(`maintenance.${action}`)}
            </Button>
          </Row>
        ))}
      </Card>
      {unknown && <LoadFailed fault={unknown.error} onRetry={() => void unknown.refetch()} />}
      {inactive !== undefined && rollback.data && (
        <Card title={text('maintenance.earlier')}>
          <Row name={text('maintenance.rollbackTitle')} help={text(ROLLBACK_HELP[rollback.data])}>
            <Button
              data-field="rollback"
              busy={busy === 'rollback'}
              disabled={locked('rollback')}
              onClick={() =>
                rollback.data === 'open' ? setConfirming('rollback') : void run('rollback')
              }
            >
              {text('maintenance.rollback', version)}
            </Button>
          </Row>
        </Card>
      )}
      <ConfirmDialog
        open={confirming !== undefined}
        title={text(`maintenance.${asked}Question`)}
        body={asked === 'restart' ? restartHelp : text(`maintenance.${asked}Body`, version)}
        confirm={text(`maintenance.${asked}`, version)}
        busy={busy !== undefined}
        danger={asked !== 'restart'}
        onConfirm={() => confirming && void confirmed(confirming)}
        onClose={() => setConfirming(undefined)}
      />
    </>
  )
}

/** Runs one action at a time, and reports a refusal. */
function useActions() {
  const text = useText()
  const faultText = useFaultText()
  const [busy, setBusy] = useState<Action>()
  const running = useRef(false)

  async function run(action: Action) {
    // A second press may come before the first one has been painted.
    if (running.current) return
    running.current = true
    setBusy(action)
    try {
      await ACTIONS[action]()
    } catch (fault) {
      // The overlay has come and gone: only a toast outlives it.
      showToast({
        status: 'critical',
        size: 'large',
        text: `${text(`maintenance.${action}Failed`)} ${faultText(fault)}`,
      })
    } finally {
      running.current = false
      setBusy(undefined)
    }
  }
  return { busy, run }
}
