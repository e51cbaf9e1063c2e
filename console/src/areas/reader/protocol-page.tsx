import { readerLimits } from '@lintel/contract/rules/card-reader'
import { Card } from '@lintel/ui/card'
import { SelectField, TextField } from '@lintel/ui/fields'
import { SettingsForm, useFieldValue } from '@lintel/ui/form'
import { useText } from '@lintel/ui/i18n'
import { SaveBar } from '@lintel/ui/save-bar'
import { showToast } from '@lintel/ui/toast'
import { useEffect } from 'react'
import { ChangedNotice } from '../../app/stored/changed-notice.tsx'
import { useStoredForm } from '../../app/stored/stored-form.ts'
import { useNames } from './names.ts'
import { checkReader, protocolsOf } from './protocol-values.ts'
import { protocolSetting } from './queries.ts'
import { validatorsOf } from './reader-state.ts'
import { ReaderTab } from './reader-tab.tsx'
import type { ReaderProps } from './reader-tab.tsx'
import { RemoteServer } from './remote-server.tsx'
import { WiegandFields } from './wiegand-fields.tsx'

/** How the reader passes cards on, each way with its own settings. B §2 (READER-07). */
export function ProtocolPage() {
  return <ReaderTab>{(props) => <ProtocolForm {...props} />}</ReaderTab>
}

function ProtocolForm({ state, capabilities }: ReaderProps) {
  const text = useText()
  const names = useNames()
  const { AccesscontrolIntegrationProtocols: offered = [] } = capabilities
  const validators = validatorsOf(capabilities)
  const { form, shown, changed } = useStoredForm(protocolSetting, {
    state,
    check: (values) => ({ errors: checkReader(values, validators) }),
    onSaved: () => showToast({ status: 'ok', text: text('reader.protocol.saved') }),
  })
  const protocol = useFieldValue(form, 'readerProtocol')
  const { getValues, setValue } = form.methods
  useEffect(() => {
    // What connecting a server has stored is no unsaved change any more.
    if (getValues('readerProtocol') !== state.Protocol) return
    setValue('readerProtocol', state.Protocol, { shouldDirty: true })
  }, [getValues, setValue, state.Protocol])
  const title = text('reader.tab.protocol')
  return (
    <>
      <SettingsForm form={form} label={title}>
        {changed && <ChangedNotice />}
        <Card>
          <SelectField
            form={form}
            name="readerProtocol"
            label={title}
            help={text('reader.protocol.help')}
            options={protocolsOf(offered, shown.readerProtocol).map((value) => ({
              value,
              label: names('protocol', value),
            }))}
          />
          {protocol === 'OSDP' && (
            <TextField
              form={form}
              name="osdpAddress"
              label={text('reader.osdpAddress')}
              help={text('reader.osdpAddress.help', { ...readerLimits('OSDPAddress', validators) })}
              inputMode="numeric"
            />
          )}
        </Card>
        {protocol === 'Wiegand' && <WiegandFields {...{ form, shown, capabilities }} />}
        <SaveBar form={form} />
      </SettingsForm>
      {/* Its dialogs are forms, which no form can contain. */}
      {protocol === 'IPAccess' && <RemoteServer state={state} />}
    </>
  )
}
