import type { ListedSipAccount } from '@lintel/contract/calls/sip-accounts'
import { isLocal } from '@lintel/contract/rules/sip'
import { SelectField, TextField } from '@lintel/ui/fields'
import { useFieldValue } from '@lintel/ui/form'
import type { FieldName, Form, FormValues } from '@lintel/ui/form'
import { useText } from '@lintel/ui/i18n'
import { callingAccount } from './target.ts'

/** The fields of a SIP address and of the account that calls it. */
export function TargetFields<V extends FormValues>(props: {
  form: Form<V>
  /** The names of the two fields. */
  address: FieldName<V>
  account: FieldName<V>
  accounts: readonly ListedSipAccount[]
}) {
  const { form, address, account, accounts } = props
  const text = useText()
  const chosen = useFieldValue(form, account) as string
  const from = callingAccount(chosen, accounts)
  return (
    <>
      <TextField
        form={form}
        name={address}
        label={text('phonebook.address')}
        help={text(
          from && !isLocal(from) ? 'phonebook.address.help.registered' : 'phonebook.address.help',
        )}
        autoComplete="off"
        mono
      />
      <SelectField
        form={form}
        name={account}
        label={text('phonebook.account')}
        options={useAccountOptions(accounts, chosen)}
      />
    </>
  )
}

/** The accounts to choose from, and the chosen one if the device does not list it. */
function useAccountOptions(accounts: readonly ListedSipAccount[], chosen: string) {
  const text = useText()
  const options = accounts.map(({ Id, Name }) => ({ value: Id, label: Name }))
  if (options.some(({ value }) => value === chosen)) return options
  const preferred = callingAccount('', accounts)?.Name ?? ''
  const label = chosen === '' ? text('phonebook.account.default', { name: preferred }) : chosen
  return [{ value: chosen, label }, ...options]
}
