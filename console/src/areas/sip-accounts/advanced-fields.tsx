import { Card } from '@lintel/ui/card'
import { TextField } from '@lintel/ui/fields'
import type { Form } from '@lintel/ui/form'
import { useText } from '@lintel/ui/i18n'
import type { AccountValues } from './account-values.ts'

/** What most accounts need not. B §3. */
export function AdvancedFields({ form }: { form: Form<AccountValues> }) {
  const text = useText()
  return (
    <Card label={text('sipAccounts.part.advanced')}>
      <TextField
        form={form}
        name="authenticationId"
        label={text('sipAccounts.authenticationId')}
        help={text('sipAccounts.authenticationId.help')}
        autoComplete="off"
        optional
        mono
      />
      <TextField
        form={form}
        name="callerId"
        label={text('sipAccounts.callerId')}
        help={text('sipAccounts.callerId.help')}
        autoComplete="off"
        optional
      />
    </Card>
  )
}
