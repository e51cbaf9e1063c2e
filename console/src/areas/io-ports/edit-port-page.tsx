import { getClientNote } from '@lintel/contract/calls/client-notes'
import { useText } from '@lintel/ui/i18n'
import { LoadFailed } from '@lintel/ui/loading'
import { PageHead } from '@lintel/ui/page-head'
import { SettingsForm } from '@lintel/ui/form'
import { SaveBar } from '@lintel/ui/save-bar'
import { Skeleton } from '@lintel/ui/skeleton'
import { showToast } from '@lintel/ui/toast'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { hasRelays, isDoorstation } from '../../app/conditions.ts'
import { deviceHas } from '../../app/firmware.ts'
import { useParameters } from '../../app/queries.ts'
import { useParam } from '../../app/routing/history.ts'
import { useLeaveWhenGone, useOpenAfterSave } from '../../app/routing/leave-page.ts'
import { hrefTo, paths } from '../../app/routing/paths.ts'
import { ChangedNotice } from '../../app/stored/changed-notice.tsx'
import { useStoredForm } from '../../app/stored/stored-form.ts'
import { useViewpoint } from '../../app/viewpoint.ts'
import { PortFields } from './port-fields.tsx'
import { checkPort, warnOfPort } from './port-settings.ts'
import { portsIn } from './ports.ts'
import type { IoPort } from './ports.ts'
import { portSetting } from './queries.ts'
import type { PortState } from './queries.ts'

/** The form of one port, with its button in the live view on door stations. A §2 (IO-03). */
export function EditPortPage() {
  const text = useText()
  const id = useParam('port')
  const parameters = useParameters()
  const values = parameters.data?.values
  const port = values && portsIn(values).find((one) => one.id === id)
  const viewpoint = useViewpoint()
  const hasLiveView = isDoorstation(viewpoint) && deviceHas(getClientNote)
  // The tab that lists it.
  const isRelay = port?.configurable === false && hasRelays(viewpoint) === true
  const list = isRelay ? paths.relays() : paths.ioPorts()
  const number = port?.number ?? 0
  const setting = useMemo(() => portSetting({ id, number }, hasLiveView), [id, number, hasLiveView])
  const state = useQuery({ ...setting.query, enabled: port !== undefined })
  const gone = values !== undefined && (!port || (state.data && !state.data.settings))
  useLeaveWhenGone(gone === true, list, text('ioPorts.gone', { id }))
  const failure = parameters.error ?? state.error
  return (
    <>
      <PageHead
        title={port ? text('ui.editNamed', { name: port.name }) : text('pages.editPort')}
        note={port && text('ioPorts.port', { number: port.number })}
        trail={[{ label: text('pages.ioPorts'), href: hrefTo(list) }]}
      />
      {port && state.data?.settings ? (
        <EditPort key={id} port={port} list={list} setting={setting} state={state.data} />
      ) : failure ? (
        <LoadFailed
          fault={failure}
          onRetry={() => {
            void parameters.refetch()
            if (port) void state.refetch()
          }}
        />
      ) : (
        <Skeleton />
      )}
    </>
  )
}

function EditPort(props: {
  port: IoPort
  /** The page to return to. */
  list: string
  setting: ReturnType<typeof portSetting>
  state: PortState
}) {
  const { port, list, setting, state } = props
  const text = useText()
  const openList = useOpenAfterSave(list)
  const { form, changed } = useStoredForm(setting, {
    state,
    check: (values) => ({ errors: checkPort(values), warnings: warnOfPort(values, port) }),
    onSaved: ({ sent, stored }) => {
      const { direction, inputName, outputName } = sent
      if (direction === 'output' && sent.liveView !== stored.liveView) {
        showToast({ status: 'warning', text: text('ioPorts.notNoted') })
      }
      const name = direction === 'input' ? inputName : outputName
      showToast({ status: 'ok', text: text('ui.saved', { name }) })
      openList()
    },
  })
  return (
    <SettingsForm form={form} label={text('pages.editPort')}>
      {changed && <ChangedNotice />}
      <PortFields form={form} port={port} liveView={state.liveView !== undefined} />
      <SaveBar form={form} />
    </SettingsForm>
  )
}
