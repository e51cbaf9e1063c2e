import { CheckboxField, PasswordField } from '@lintel/ui/fields'
import { useFieldValue } from '@lintel/ui/form'
import type { FieldName, Form, FormValues } from '@lintel/ui/form'
import { useText } from '@lintel/ui/i18n'

/** The fields `password` and `removePassword`, for a password that can't be read. */
export function StoredPasswordField<
  V extends FormValues & { password: string; removePassword: boolean },
>(props: {
  form: Form<V>
  /** Whether the device has one; undefined for something new. */
  stored: boolean | 'maybe' | undefined
  /** How it stays. */
  kept: string
}) {
  const { form, stored, kept } = props
  const text = useText()
  const name = (field: 'password' | 'removePassword') => field as FieldName<V>
  const removes = useFieldValue(form, name('removePassword')) as boolean
  const help = stored === false ? text('sipAccounts.password.none') : kept
  return (
    <>
      <PasswordField
        form={form}
        name={name('password')}
        label={text('ui.password')}
        help={stored === undefined ? undefined : help}
        disabled={removes}
        foreign
      />
      {stored === true && (
        <CheckboxField
          form={form}
          name={name('removePassword')}
          label={text('sipAccounts.password.remove')}
        />
      )}
    </>
  )
}
