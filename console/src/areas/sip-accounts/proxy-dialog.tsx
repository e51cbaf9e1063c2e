import { Button } from '@lintel/ui/button'
import { Dialog } from '@lintel/ui/dialog'
import { PasswordField, TextField } from '@lintel/ui/fields'
import { SettingsForm, useSettingsForm } from '@lintel/ui/form'
import { FormActions } from '@lintel/ui/form-actions'
import { useText } from '@lintel/ui/i18n'
import { checkProxy, newProxy, proxyValues } from './proxies.ts'
import type { Proxy, ProxyValues } from './proxies.ts'

/** The form of one proxy. B §3, B §5. */
export function ProxyDialog(props: {
  /** Undefined for a new one. */
  before: Proxy | undefined
  /** The other proxies of the account. */
  others: readonly Proxy[]
  onSave: (values: ProxyValues) => Promise<void>
  onClose: () => void
}) {
  const { before, others, onSave, onClose } = props
  const text = useText()
  const form = useSettingsForm<ProxyValues>({
    values: before ? proxyValues(before) : newProxy,
    check: (values) => ({ errors: checkProxy(values, others) }),
    checkOn: 'submit',
    save: onSave,
    onSaved: onClose,
  })
  const title = before
    ? text('sipAccounts.proxy.editNamed', { name: before.Server })
    : text('sipAccounts.proxy.add')
  return (
    <Dialog open title={title} onClose={onClose}>
      <SettingsForm form={form} label={title} layout="stack">
        <TextField
          form={form}
          name="server"
          label={text('sipAccounts.proxy.server')}
          help={text('sipAccounts.proxy.server.help')}
          autoComplete="off"
          mono
        />
        <TextField
          form={form}
          name="username"
          label={text('ui.userName')}
          autoComplete="off"
          optional
        />
        <PasswordField
          form={form}
          name="password"
          label={text('ui.password')}
          help={before ? text('sipAccounts.proxy.password.kept') : undefined}
          foreign
        />
        <FormActions form={form} verb={before ? text('ui.save') : text('sipAccounts.proxy.add')}>
          <Button onClick={onClose}>{text('ui.cancel')}</Button>
        </FormActions>
      </SettingsForm>
    </Dialog>
  )
}
