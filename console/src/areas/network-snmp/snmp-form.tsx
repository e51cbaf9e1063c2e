import { SNMP_USER } from '@lintel/contract/rules/snmp'
import { Card, Facts } from '@lintel/ui/card'
import { ConfirmDialog } from '@lintel/ui/dialog'
import { PasswordField, RadioField, SwitchField, TextField } from '@lintel/ui/fields'
import { SettingsForm, useFieldValue } from '@lintel/ui/form'
import type { Form } from '@lintel/ui/form'
import { Text, useText } from '@lintel/ui/i18n'
import { Notice } from '@lintel/ui/notice'
import { SaveBar } from '@lintel/ui/save-bar'
import { showToast } from '@lintel/ui/toast'
import { useState } from 'react'
import { ChangedNotice } from '../../app/stored/changed-notice.tsx'
import { useStoredForm } from '../../app/stored/stored-form.ts'
import { snmpSetting } from './queries.ts'
import { TRAP_NAMES, checkSnmp, isInitialPassword } from './settings.ts'
import type { Protocol, SnmpSettings, SnmpValues } from './settings.ts'

const PROTOCOLS: readonly Protocol[] = ['v3', 'v1v2c', 'off']

/** The protocol versions, the credentials of managers, and the traps. A §3. */
export function SnmpForm({ settings }: { settings: SnmpSettings }) {
  const text = useText()
  const [confirming, setConfirming] = useState(false)
  const { form, changed } = useStoredForm(snmpSetting, {
    state: settings,
    check: checkSnmp,
    onSaved: () => showToast({ status: 'ok', text: text('networkSnmp.saved') }),
  })
  const protocol = useFieldValue(form, 'protocol')

  /** A first password needs a confirmation before it is sent. */
  function submit() {
    const values = form.methods.getValues()
    const right = Object.keys(checkSnmp(values).errors).length === 0
    if (right && !form.saving && isInitialPassword(values)) setConfirming(true)
    else form.submit()
  }

  return (
    <SettingsForm form={{ ...form, submit }} label={text('pages.networkSnmp')}>
      {changed && <ChangedNotice />}
      {settings.mixed && (
        <Notice status="warn" title={text('networkSnmp.mixed')}>
          {text('networkSnmp.mixed.next')}
        </Notice>
      )}
      <Card title={text('networkSnmp.access')}>
        <RadioField
          form={form}
          name="protocol"
          label={text('networkSnmp.protocol')}
          options={PROTOCOLS.map((value) => ({
            value,
            label: text(`networkSnmp.protocol.${value}`),
            help: text(`networkSnmp.protocol.${value}.help`),
          }))}
        />
      </Card>
      {protocol === 'v3' && <User form={form} />}
      {protocol === 'v1v2c' && <Communities form={form} />}
      {protocol !== 'off' && <Traps form={form} communities={protocol === 'v1v2c'} />}
      <SaveBar form={form} />
      <ConfirmDialog
        open={confirming}
        title={text('networkSnmp.initial')}
        body={<Text id="networkSnmp.initial.body" values={{ user: SNMP_USER }} />}
        confirm={text('networkSnmp.initial.confirm')}
        onClose={() => setConfirming(false)}
        onConfirm={() => {
          setConfirming(false)
          form.submit()
        }}
      />
    </SettingsForm>
  )
}

interface PartProps {
  form: Form<SnmpValues>
}

/** The only user of version 3. */
function User({ form }: PartProps) {
  const text = useText()
  const passwordSet = useFieldValue(form, 'passwordSet')
  return (
    <Card title={text('networkSnmp.user')} note={text('networkSnmp.user.note')}>
      <Facts
        items={[
          { term: text('ui.userName'), value: SNMP_USER, mono: true, field: 'user' },
          { term: text('networkSnmp.methods'), value: text('networkSnmp.methods.value') },
        ]}
      />
      <PasswordField
        form={form}
        name="password"
        label={text('ui.password')}
        help={text(passwordSet ? 'networkSnmp.password.kept' : 'networkSnmp.password.help')}
        newPassword
      />
    </Card>
  )
}

/** The credentials of versions 1 and 2c. */
function Communities({ form }: PartProps) {
  const text = useText()
  return (
    <Card title={text('networkSnmp.communities')}>
      <Notice status="info" title={text('networkSnmp.clear')}>
        {text('networkSnmp.clear.next')}
      </Notice>
      <TextField
        form={form}
        name="v1Read"
        label={text('networkSnmp.read')}
        help={text('networkSnmp.read.help')}
        autoComplete="off"
        mono
      />
      <TextField
        form={form}
        name="v1Write"
        label={text('networkSnmp.write')}
        help={text('networkSnmp.write.help')}
        autoComplete="off"
        mono
      />
    </Card>
  )
}

/** The traps that the device sends, and their receiver. */
function Traps({ form, communities }: PartProps & { communities: boolean }) {
  const text = useText()
  const enabled = useFieldValue(form, 'trapEnabled')
  return (
    <Card title={text('networkSnmp.traps')} note={text('networkSnmp.traps.note')}>
      <SwitchField form={form} name="trapEnabled" label={text('networkSnmp.trapEnabled')} />
      {enabled && (
        <>
          <TextField
            form={form}
            name="trapAddress"
            label={text('networkSnmp.trapAddress')}
            help={text('networkSnmp.trapAddress.help')}
            inputMode="decimal"
            mono
          />
          {communities && (
            <TextField
              form={form}
              name="trapCommunity"
              label={text('networkSnmp.trapCommunity')}
              autoComplete="off"
              mono
            />
          )}
          {TRAP_NAMES.map((trap) => (
            <SwitchField
              key={trap}
              form={form}
              name={trap}
              label={text(`networkSnmp.${trap}`)}
              help={text(`networkSnmp.${trap}.help`)}
            />
          ))}
        </>
      )}
    </Card>
  )
}
