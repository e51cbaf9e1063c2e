import { getClientNote } from '@lintel/contract/calls/client-notes'
import { useText } from '@lintel/ui/i18n'
import { LoadFailed, Loading } from '@lintel/ui/loading'
import { PageHead } from '@lintel/ui/page-head'
import { SettingsForm } from '@lintel/ui/form'
import { Notice } from '@lintel/ui/notice'
import { SaveBar } from '@lintel/ui/save-bar'
import { showToast } from '@lintel/ui/toast'
import { useQuery } from '@tanstack/react-query'
import { useCallback, useEffect } from 'react'
import { isDoorstation } from '../../app/conditions.ts'
import { deviceHas } from '../../app/firmware.ts'
import { useParameters } from '../../app/queries.ts'
import { history, useParam } from '../../app/routing/history.ts'
import { useWayTo } from '../../app/routing/way-to.ts'
import { useStoredForm } from '../../app/stored/stored-form.ts'
import { useViewpoint } from '../../app/viewpoint.ts'
import { liveViewQuery } from './live-view.ts'
import { PortFields } from './port-fields.tsx'
import { checkPort, sameValues, settingsIn } from './port-settings.ts'
import type { PortSettings, PortValues } from './port-settings.ts'
import { portsIn } from './ports.ts'
import type { IoPort } from './ports.ts'
import { PortGone, savePort } from './queries.ts'
import { hrefTo, paths } from '../../app/routing/paths.ts'

/** The form of one port, with the button that it has in the live view of a door station. A §2 (IO-03). */
export function EditPortPage() {
  const text = useText()
  const id = useParam('port')
  const parameters = useParameters()
  const values = parameters.data?.values
  const port = values && portsIn(values).find((one) => one.id === id)
  const settings = values && settingsIn(values, id)
  const hasLiveView = isDoorstation(useViewpoint()) && deviceHas(getClientNote)
  const number = port?.number ?? 0
  const liveView = useQuery({
    ...liveViewQuery(number),
    enabled: hasLiveView && port !== undefined,
  })
  const missing = values !== undefined && port === undefined
  const leave = useLeave(id)
  useEffect(() => {
    if (missing) leave()
  }, [missing, leave])
  const failure = parameters.error ?? liveView.error
  return (
    <>
      <PageHead
        title={port ? text('ioPorts.editNamed', { name: port.name }) : text('pages.editPort')}
        note={port && text('ioPorts.port', { number: port.number })}
        trail={[{ label: text('pages.ioPorts'), href: hrefTo(paths.ioPorts()) }]}
      />
      {port && settings && (!hasLiveView || liveView.data !== undefined) ? (
        <EditPort
          key={id}
          port={port}
          settings={settings}
          liveView={hasLiveView ? (liveView.data ?? false) : undefined}
          onGone={leave}
        />
      ) : failure ? (
        <LoadFailed
          fault={failure}
          onRetry={() => {
            void parameters.refetch()
            if (hasLiveView) void liveView.refetch()
          }}
        />
      ) : (
        <Loading />
      )}
    </>
  )
}

/** A function that goes back to the list and says that there is no such port. */
function useLeave(id: string): () => void {
  const text = useText()
  return useCallback(() => {
    showToast({ status: 'warning', text: text('ioPorts.gone', { id }) })
    history.navigate(paths.ioPorts(), { replace: true, force: true })
  }, [id, text])
}

function EditPort(props: {
  port: IoPort
  settings: PortSettings
  /** Undefined where there is no such thing. */
  liveView: boolean | undefined
  onGone: () => void
}) {
  const { port, settings, liveView, onGone } = props
  const text = useText()
  const setSaved = useWayTo(paths.ioPorts())
  const stored = { ...settings, liveView: liveView ?? false }
  const { form, overtaken } = useStoredForm<PortValues>({
    stored,
    same: sameValues,
    check: (values) => ({ errors: checkPort(values) }),
    save: async (before, values) => {
      try {
        if (await savePort(port, before, values)) return
        showToast({ status: 'warning', text: text('ioPorts.notNoted') })
      } catch (fault) {
        if (fault instanceof PortGone) onGone()
        throw fault
      }
    },
    onSaved: ({ direction, inputName, outputName }) => {
      const name = direction === 'input' ? inputName : outputName
      showToast({ status: 'ok', text: text('ioPorts.saved', { name }) })
      setSaved(true)
    },
  })
  return (
    <SettingsForm form={form} label={text('pages.editPort')}>
      {overtaken && (
        <Notice status="warn" title={text('ioPorts.changedTitle')}>
          {text('ioPorts.changedNote')}
        </Notice>
      )}
      <PortFields form={form} port={port} liveView={liveView !== undefined} />
      <SaveBar form={form} />
    </SettingsForm>
  )
}
