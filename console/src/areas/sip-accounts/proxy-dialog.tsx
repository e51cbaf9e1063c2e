import { Button } from '@lintel/ui/button'
import { Dialog } from '@lintel/ui/dialog'
import { TextField } from '@lintel/ui/fields'
import { SettingsForm, useSettingsForm } from '@lintel/ui/form'
import { FormActions } from '@lintel/ui/form-actions'
import { useText } from '@lintel/ui/i18n'
import { useState } from 'react'
import { ChangedNotice } from '../../app/stored/changed-notice.tsx'
import { checkProxy, newProxy, proxyValues } from './proxies.ts'
import type { Proxy, ProxyValues } from './proxies.ts'
import { storesPassword } from './stored-password.ts'
import { StoredPasswordField } from './stored-password-field.tsx'

/** The form of one proxy. B §3, B §5. */
export function ProxyDialog(props: {
  /** Undefined for a new one. */
  before: Proxy | undefined
  /** Somebody else has changed the list since the dialog opened. */
  changed: boolean
  /** The other proxies of the account. */
  others: readonly Proxy[]
  onSave: (values: ProxyValues) => Promise<void>
  onClose: () => void
}) {
  const { before, changed, others, onSave, onClose } = props
  const text = useText()
  // What is typed stays when the list changes.
  const [values] = useState(before ? proxyValues(before) : newProxy)
  const form = useSettingsForm<ProxyValues>({
    values,
    check: (typed) => ({ errors: checkProxy(typed, others) }),
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
        {changed && <ChangedNotice>{text('sipAccounts.proxies.changed.again')}</ChangedNotice>}
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
        <StoredPasswordField
          form={form}
          stored={before && storesPassword(before)}
          kept={text('sipAccounts.proxy.password.kept')}
        />
        <FormActions form={form} verb={before ? text('ui.save') : text('sipAccounts.proxy.add')}>
          <Button onClick={onClose}>{text('ui.cancel')}</Button>
        </FormActions>
      </SettingsForm>
    </Dialog>
  )
}
