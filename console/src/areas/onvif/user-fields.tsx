import { ONVIF_NAME_MAX } from '@lintel/contract/rules/account'
import { Card } from '@lintel/ui/card'
import { PasswordField, SelectField, TextField } from '@lintel/ui/fields'
import { useFieldValue } from '@lintel/ui/form'
import type { Form } from '@lintel/ui/form'
import { useText } from '@lintel/ui/i18n'
import type { TextOf } from '@lintel/ui/i18n'
import { ONVIF_GROUPS } from './user-values.ts'
import type { OnvifGroup } from './user-values.ts'
import type { OnvifUserValues } from './user-values.ts'

export const groupName = (text: TextOf, group: OnvifGroup): string =>
  group === 'user' ? text('onvif.user') : text(`account.role.${group}`)

/** The fields of an ONVIF user: a new one, or an existing one whose name is fixed. B §5. */
export function OnvifUserFields(props: {
  form: Form<OnvifUserValues>
  mode: 'new' | 'edit'
  /** The role of root can't be changed. */
  root?: boolean
}) {
  const { form, mode, root = false } = props
  const text = useText()
  const group = useFieldValue(form, 'group')
  const typed = useFieldValue(form, 'password') !== ''
  const isNew = mode === 'new'
  return (
    <>
      <Card title={text('users.account')}>
        <TextField
          form={form}
          name="name"
          label={text('ui.userName')}
          help={isNew ? text('onvif.nameHelp', { max: ONVIF_NAME_MAX }) : undefined}
          autoComplete="off"
          disabled={!isNew}
        />
        {!root && (
          <SelectField
            form={form}
            name="group"
            label={text('users.role')}
            help={text(`onvif.groupHelp.${group}`)}
            options={ONVIF_GROUPS.map((value) => ({ value, label: groupName(text, value) }))}
          />
        )}
      </Card>
      <Card title={text('ui.password')} note={isNew ? undefined : text('ui.passwordKept')}>
        <PasswordField
          form={form}
          name="password"
          label={text('ui.password')}
          newPassword
          meter={isNew || typed}
        />
        <PasswordField
          form={form}
          name="passwordRepeat"
          repeats="password"
          label={text('ui.repeatPassword')}
          revealLabel={text('ui.showRepeatedPassword')}
          newPassword
        />
      </Card>
    </>
  )
}
