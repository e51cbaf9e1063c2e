import { ROLES } from '@lintel/contract/access'
import { Card } from '@lintel/ui/card'
import { CheckboxField, PasswordField, SelectField, TextField } from '@lintel/ui/fields'
import { useFieldValue } from '@lintel/ui/form'
import type { Form } from '@lintel/ui/form'
import { useText } from '@lintel/ui/i18n'
import { hasPtz, isAudio, isDoorstation } from '../../app/conditions.ts'
import type { Viewpoint } from '../../app/conditions.ts'
import { useViewpoint } from '../../app/viewpoint.ts'
import type { UserValues } from './user-values.ts'

/** What a role may do. On audio products, viewers have the player, and no overview. */
function helpOf(role: UserValues['role'], viewpoint: Viewpoint) {
  if (role !== 'viewer' || isDoorstation(viewpoint)) return `users.roleHelp.${role}` as const
  return isAudio(viewpoint) ? 'users.roleHelp.viewerAudio' : 'users.roleHelp.viewerNoCamera'
}

/** The fields of an account: a new one, or an existing one whose name is fixed. */
export function UserFields(props: {
  form: Form<UserValues>
  mode: 'new' | 'edit'
  /** root's role can't be changed. */
  root?: boolean
}) {
  const { form, mode, root = false } = props
  const text = useText()
  const role = useFieldValue(form, 'role')
  const typed = useFieldValue(form, 'password') !== ''
  const hasPtz = useHasPtz()
  const viewpoint = useViewpoint()
  const isNew = mode === 'new'
  return (
    <>
      <Card title={text('users.account')}>
        <TextField
          form={form}
          name="name"
          label={text('ui.userName')}
          help={isNew ? text('users.nameHelp') : undefined}
          autoComplete={isNew ? 'off' : 'username'}
          disabled={!isNew}
        />
        {!root && (
          <SelectField
            form={form}
            name="role"
            label={text('users.role')}
            help={text(helpOf(role, viewpoint))}
            options={ROLES.map((value) => ({ value, label: text(`account.role.${value}`) }))}
          />
        )}
        {!root && role !== 'admin' && hasPtz && (
          <CheckboxField
            form={form}
            name="ptz"
            group={text('users.camera')}
            label={text('users.ptzControl')}
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

/** Whether the device's camera can pan, tilt and zoom. */
export function useHasPtz(): boolean {
  return hasPtz(useViewpoint())
}
