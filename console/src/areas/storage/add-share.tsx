import { problem } from '@lintel/contract/rules/problem'
import { checkShare } from '@lintel/contract/rules/storage'
import { Card } from '@lintel/ui/card'
import { PasswordField, SelectField, SwitchField, TextField } from '@lintel/ui/fields'
import { SettingsForm, useFieldValue, useSettingsForm } from '@lintel/ui/form'
import { FormActions } from '@lintel/ui/form-actions'
import { useText } from '@lintel/ui/i18n'
import { showToast } from '@lintel/ui/toast'
import { useEffect } from 'react'
import { addNetworkShare, SMB_VERSIONS } from './share.ts'
import type { NewShare, SmbVersion } from './share.ts'
import { withJobText } from './job-fault.ts'

const EMPTY: NewShare = {
  host: '',
  share: '',
  requireLogin: true,
  user: '',
  password: '',
  version: 'auto',
}

/** With what a name must not contain, because people paste paths. */
const told = (errors: ReturnType<typeof checkShare>): ReturnType<typeof checkShare> =>
  errors.share?.id === 'validation.errorInvalid'
    ? { ...errors, share: problem('storage.share.name.wrong') }
    : errors

/**
 * The form for a network share.
 * @param props.group of its parameters, `S1`
 * @param props.onAdding called when the steps begin, and when they have ended
 */
export function AddShare(props: { group: string; onAdding: (adding: boolean) => void }) {
  const { group, onAdding } = props
  const text = useText()
  const form = useSettingsForm<NewShare>({
    values: EMPTY,
    check: (values) => ({ errors: told(checkShare(values)) }),
    checkOn: 'submit',
    async save(values) {
      onAdding(true)
      try {
        await withJobText(addNetworkShare(values, group))
        const place = `//${values.host}/${values.share}`
        showToast({ status: 'ok', text: text('storage.share.added', { place }) })
      } finally {
        onAdding(false)
      }
    },
  })
  const login = useFieldValue(form, 'requireLogin')
  const { setValue } = form.methods
  useEffect(() => {
    // Switching login off clears both (B §5).
    if (login) return
    setValue('user', '', { shouldDirty: true })
    setValue('password', '', { shouldDirty: true })
  }, [login, setValue])
  const title = text('storage.share.add')
  return (
    <SettingsForm form={form} label={title}>
      <Card title={title} note={text('storage.share.new.note')}>
        <TextField
          form={form}
          name="host"
          label={text('storage.share.host')}
          help={text('storage.share.host.help')}
          mono
        />
        <TextField
          form={form}
          name="share"
          label={text('storage.share.name')}
          help={text('storage.share.name.help')}
          mono
        />
        <SwitchField form={form} name="requireLogin" label={text('storage.share.login')} />
        {login && (
          <>
            <TextField form={form} name="user" label={text('ui.userName')} autoComplete="off" />
            <PasswordField form={form} name="password" label={text('ui.password')} foreign />
          </>
        )}
        <SelectField
          form={form}
          name="version"
          label={text('storage.share.version')}
          options={(Object.keys(SMB_VERSIONS) as SmbVersion[]).map((value) => ({
            value,
            label: value === 'auto' ? text('storage.share.version.auto') : value,
          }))}
        />
      </Card>
      <FormActions form={form} verb={text('storage.share.add')} />
    </SettingsForm>
  )
}
