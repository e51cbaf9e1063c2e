import { Card } from '@lintel/ui/card'
import { RadioField, SwitchField, TextField } from '@lintel/ui/fields'
import { useFieldValue } from '@lintel/ui/form'
import type { Form } from '@lintel/ui/form'
import { useText } from '@lintel/ui/i18n'
import { useEffect } from 'react'
import { ACCOUNT_TYPES } from './account-values.ts'
import type { AccountValues } from './account-values.ts'
import { StoredPasswordField } from './stored-password-field.tsx'

/** What an account is, and what it registers with. B §3. */
export function GeneralFields(props: {
  form: Form<AccountValues>
  isNew: boolean
  /** Whether the device has a password for it; undefined for a new one. */
  password: boolean | 'maybe' | undefined
  /** Why the account has to be the default one; undefined if it need not. */
  forced: 'default' | 'only' | undefined
}) {
  const { form, isNew, password, forced } = props
  const text = useText()
  const type = useFieldValue(form, 'type')
  const isDefault = useFieldValue(form, 'isDefault')
  const enabled = useFieldValue(form, 'enabled')
  const { setValue } = form.methods
  // The default account is an enabled one. B §5.
  useEffect(() => {
    if (isDefault && !enabled) setValue('enabled', true, { shouldDirty: true })
  }, [isDefault, enabled, setValue])
  return (
    <>
      <Card title={text('sipAccounts.account')}>
        <RadioField
          form={form}
          name="type"
          label={text('sipAccounts.type')}
          help={isNew ? undefined : text('sipAccounts.type.fixed')}
          disabled={!isNew}
          options={ACCOUNT_TYPES.map((value) => ({
            value,
            label: text(`sipAccounts.type.${value}`),
            help: text(`sipAccounts.type.${value}.help`),
          }))}
        />
        <TextField form={form} name="name" label={text('ui.name')} autoComplete="off" />
        <SwitchField
          form={form}
          name="enabled"
          label={text('sipAccounts.enabled')}
          help={isDefault ? text('sipAccounts.enabled.default') : undefined}
          disabled={isDefault}
        />
        <SwitchField
          form={form}
          name="isDefault"
          label={text('sipAccounts.isDefault')}
          help={text(
            forced === undefined ? 'sipAccounts.isDefault.help' : `sipAccounts.isDefault.${forced}`,
          )}
          disabled={forced === 'default' || (forced === 'only' && isDefault)}
        />
        <SwitchField
          form={form}
          name="autoAnswer"
          label={text('sipAccounts.autoAnswer')}
          help={text('sipAccounts.autoAnswer.help')}
        />
      </Card>
      <Card title={text('sipAccounts.credentials')}>
        <TextField
          form={form}
          name="userId"
          label={text('sipAccounts.userId')}
          help={text(`sipAccounts.userId.${type}`)}
          autoComplete="off"
          mono
        />
        <StoredPasswordField form={form} stored={password} kept={text('ui.passwordKept')} />
      </Card>
      {type === 'registered' && (
        <Card title={text('sipAccounts.servers')} note={text('sipAccounts.servers.note')}>
          <TextField
            form={form}
            name="domain"
            label={text('sipAccounts.domain')}
            help={text('sipAccounts.domain.help')}
            mono
          />
          <TextField
            form={form}
            name="registrar"
            label={text('sipAccounts.registrar')}
            help={text('sipAccounts.registrar.help')}
            optional
            mono
          />
        </Card>
      )}
    </>
  )
}
