import type { Disk, DiskId } from '@lintel/contract/disks'
import { KEEP_FOREVER } from '@lintel/contract/disks'
import { Card, Row } from '@lintel/ui/card'
import { ConfirmDialog } from '@lintel/ui/dialog'
import { useFaultText } from '@lintel/ui/fault-text'
import { SelectField } from '@lintel/ui/fields'
import { SettingsForm } from '@lintel/ui/form'
import { useText } from '@lintel/ui/i18n'
import { SaveBar } from '@lintel/ui/save-bar'
import { Switch } from '@lintel/ui/switch'
import { showToast } from '@lintel/ui/toast'
import { useQuery } from '@tanstack/react-query'
import { useId, useMemo, useState } from 'react'
import { isAudio } from '../../app/conditions.ts'
import { queryClient } from '../../app/query-client.ts'
import { QueryView } from '../../app/query-view.tsx'
import { ChangedNotice } from '../../app/stored/changed-notice.tsx'
import { useStoredForm } from '../../app/stored/stored-form.ts'
import { useViewpoint } from '../../app/viewpoint.ts'
import { retentionOptions } from './disk-view.ts'
import { retentionSetting, setLocked } from './queries.ts'
import type { Retention } from './queries.ts'
import { useBusy } from './use-sequence.ts'

/** Write protection, and how long files are kept. B §2 Storage. */
export function DiskSettings({ disk }: { disk: Disk }) {
  const text = useText()
  const viewpoint = useViewpoint()
  return (
    <>
      <Card title={text('storage.protection')}>
        <WriteProtection disk={disk} />
      </Card>
      {!isAudio(viewpoint) && <RetentionCard group={disk.group} />}
    </>
  )
}

/** Enabling asks first; disabling takes effect at once. B §2. */
function WriteProtection({ disk }: { disk: Disk }) {
  const text = useText()
  const faultText = useFaultText()
  const id = useId()
  const busy = useBusy(disk.diskid)
  const [asking, setAsking] = useState(false)
  const [pending, setPending] = useState(false)

  async function set(locked: boolean) {
    setPending(true)
    try {
      await setLocked(disk.diskid as DiskId, locked)
      await queryClient.refetchQueries({ queryKey: ['storage'] })
    } catch (fault) {
      showToast({ status: 'critical', text: faultText(fault) })
    } finally {
      setPending(false)
      setAsking(false)
    }
  }

  return (
    <Row
      label={text('storage.writeProtect')}
      help={text('storage.writeProtect.help')}
      htmlFor={id}
      helpId={`${id}h`}
    >
      <Switch
        id={id}
        aria-describedby={`${id}h`}
        data-field="locked"
        checked={disk.locked}
        disabled={busy || pending}
        onChange={() => {
          if (disk.locked) void set(false)
          else setAsking(true)
        }}
      />
      <ConfirmDialog
        open={asking}
        title={text('storage.writeProtect.question')}
        body={text('storage.writeProtect.body')}
        confirm={text('storage.writeProtect.confirm')}
        busy={pending}
        onConfirm={() => void set(true)}
        onClose={() => setAsking(false)}
      />
    </Row>
  )
}

function RetentionCard({ group }: { group: string }) {
  const setting = useMemo(() => retentionSetting(group), [group])
  const query = useQuery(setting.query)
  return (
    <QueryView query={query}>
      {(state) => <RetentionForm setting={setting} state={state} />}
    </QueryView>
  )
}

function RetentionForm(props: { setting: ReturnType<typeof retentionSetting>; state: Retention }) {
  const { setting, state } = props
  const text = useText()
  const { form, changed } = useStoredForm(setting, {
    state,
    onSaved: () => showToast({ status: 'ok', text: text('storage.retention.saved') }),
  })
  const title = text('storage.retention')
  return (
    <SettingsForm form={form} label={title}>
      {changed && <ChangedNotice />}
      <Card title={title}>
        <SelectField
          form={form}
          name="days"
          label={text('storage.retention.days')}
          help={text('storage.retention.help')}
          options={retentionOptions(state.days).map((days) => ({
            value: String(days),
            label:
              days === KEEP_FOREVER
                ? text('storage.retention.forever')
                : text('storage.days', { days }),
          }))}
        />
      </Card>
      <SaveBar form={form} />
    </SettingsForm>
  )
}
