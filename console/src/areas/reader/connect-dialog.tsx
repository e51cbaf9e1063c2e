import type { ProbeResult } from '@lintel/contract/calls/card-reader'
import type { CardReaderConfiguration, IPAccessConfiguration } from '@lintel/contract/card-reader'
import { ChangedMeanwhile } from '@lintel/contract/compare-and-write'
import { problem } from '@lintel/contract/rules/problem'
import { Button } from '@lintel/ui/button'
import { Dialog } from '@lintel/ui/dialog'
import { PasswordField, SelectField, SwitchField, TextField } from '@lintel/ui/fields'
import { SettingsForm, useFieldValue, useSettingsForm } from '@lintel/ui/form'
import { FormActions } from '@lintel/ui/form-actions'
import { useText } from '@lintel/ui/i18n'
import { Notice } from '@lintel/ui/notice'
import { showToast } from '@lintel/ui/toast'
import { useState } from 'react'
import { ChangedNotice } from '../../app/stored/changed-notice.tsx'
import { connect, probe } from './remote-calls.ts'
import type { Remote } from './remote-calls.ts'
import { checkServer, keepsPassword, serverIn, serverValues } from './remote-values.ts'
import type { ServerValues } from './remote-values.ts'

/** A server that has answered. */
interface Found {
  server: IPAccessConfiguration
  result: ProbeResult
}

/**
 * Connects to a remote access server, or to the stored one under another address: asks it for its
 * access points first, of which the person chooses one. A §4 (READER-24, READER-25).
 */
export function ConnectDialog(props: { state: CardReaderConfiguration; onClose: () => void }) {
  const { state, onClose } = props
  const text = useText()
  // What is typed stays when somebody else changes the server.
  const [seen, setSeen] = useState(state)
  const [changed, setChanged] = useState(false)
  const stored = seen.IPAccessConfiguration
  const [values, setValues] = useState(() => serverValues(stored))
  const [found, setFound] = useState<Found>()
  const title = text(stored.Address === '' ? 'reader.remote.connectTitle' : 'reader.remote.edit')
  return (
    <Dialog open title={title} onClose={onClose}>
      {found ? (
        <PointForm
          {...{ title, found, seen, changed, onClose }}
          onChanged={({ server, protocol }) => {
            setSeen({ ...seen, IPAccessConfiguration: server, Protocol: protocol })
            setChanged(true)
          }}
          onBack={() => {
            setFound(undefined)
          }}
        />
      ) : (
        <ServerForm
          {...{ title, values, stored, onClose }}
          onFound={(typed, result) => {
            setValues(typed)
            setFound({ server: serverIn(typed, stored), result })
          }}
        />
      )}
    </Dialog>
  )
}

/** Where the server is, and as whom the device signs in there. */
function ServerForm(props: {
  title: string
  values: ServerValues
  stored: IPAccessConfiguration
  onFound: (typed: ServerValues, result: ProbeResult) => void
  onClose: () => void
}) {
  const { title, values, stored, onFound, onClose } = props
  const text = useText()
  const [failed, setFailed] = useState<ProbeResult>()
  const form = useSettingsForm<ServerValues>({
    values,
    check: (typed) => ({ errors: checkServer(typed, stored) }),
    checkOn: 'submit',
    async save(typed) {
      setFailed(undefined)
      const result = await probe(serverIn(typed, stored))
      if (result.Status === 'OK') onFound(typed, result)
      else setFailed(result)
    },
    failure: problem('reader.remote.notAsked'),
  })
  const https = useFieldValue(form, 'https')
  return (
    <SettingsForm form={form} label={title} layout="stack">
      {failed && (
        <Notice status="crit" title={text(`reader.probe.${failed.Status as FailedStatus}`)}>
          {failed.StatusText}
        </Notice>
      )}
      <TextField
        form={form}
        name="Address"
        label={text('reader.remote.address')}
        help={text('reader.remote.address.help')}
        autoComplete="off"
        mono
      />
      <TextField form={form} name="Username" label={text('ui.userName')} autoComplete="off" />
      <PasswordField
        form={form}
        name="Password"
        label={text('ui.password')}
        help={keepsPassword(stored) ? text('reader.remote.passwordKept') : undefined}
        foreign
      />
      <PasswordField
        form={form}
        name="passwordRepeat"
        label={text('ui.repeatPassword')}
        revealLabel={text('ui.showRepeatedPassword')}
        foreign
      />
      <SwitchField
        form={form}
        name="https"
        label={text('reader.remote.https')}
        help={text('reader.remote.https.help')}
      />
      {https && (
        <SwitchField
          form={form}
          name="VerifyCertificate"
          label={text('reader.remote.verify')}
          help={text('reader.remote.verify.help')}
        />
      )}
      <FormActions form={form} verb={text('ui.continue')}>
        <Button onClick={onClose}>{text('ui.cancel')}</Button>
      </FormActions>
    </SettingsForm>
  )
}

type FailedStatus = Exclude<ProbeResult['Status'], 'OK'>

/** Which door of the server the reader is at. */
function PointForm(props: {
  title: string
  found: Found
  seen: CardReaderConfiguration
  /** Somebody else has changed the server since the dialog opened. */
  changed: boolean
  onChanged: (now: Remote) => void
  onBack: () => void
  onClose: () => void
}) {
  const { title, found, seen, changed, onChanged, onBack, onClose } = props
  const { server, result } = found
  const text = useText()
  const [first] = result.IPAccessOptions
  const form = useSettingsForm({
    values: { point: result.SuggestedId ?? first?.Id ?? '' },
    async save({ point }) {
      try {
        await connect(server, point, seen)
      } catch (fault) {
        if (fault instanceof ChangedMeanwhile) onChanged(fault.now as Remote)
        throw fault
      }
    },
    onSaved() {
      showToast({
        status: 'ok',
        text: text('reader.remote.connected', { address: server.Address }),
      })
      onClose()
    },
  })
  return (
    <SettingsForm form={form} label={title} layout="stack">
      {changed && <ChangedNotice />}
      <Notice status="ok" title={text('reader.probe.OK')} />
      <SelectField
        form={form}
        name="point"
        label={text('reader.remote.point')}
        help={
          result.CurrentName === undefined
            ? text('reader.remote.point.help')
            : text('reader.remote.point.current', { name: result.CurrentName })
        }
        options={result.IPAccessOptions.map(({ Id, Name }) => ({ value: Id, label: Name || Id }))}
      />
      <FormActions form={form} verb={text('reader.remote.connect')}>
        <Button disabled={form.saving} onClick={onBack}>
          {text('reader.remote.back')}
        </Button>
      </FormActions>
    </SettingsForm>
  )
}
