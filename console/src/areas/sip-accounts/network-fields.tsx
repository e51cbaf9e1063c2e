import { Card } from '@lintel/ui/card'
import { useCertificateName } from '@lintel/ui/certificate-name'
import { CheckboxField, SelectField, SwitchField, TextField } from '@lintel/ui/fields'
import { useFieldValue } from '@lintel/ui/form'
import type { Form } from '@lintel/ui/form'
import { useText } from '@lintel/ui/i18n'
import { LoadFailed } from '@lintel/ui/loading'
import { useQuery } from '@tanstack/react-query'
import { ENCRYPTIONS, TRANSPORTS } from './account-values.ts'
import type { AccountValues } from './account-values.ts'
import { certificatesQuery } from './queries.ts'

/** How an account is connected. B §3, B §4. */
export function NetworkFields({ form }: { form: Form<AccountValues> }) {
  const text = useText()
  const type = useFieldValue(form, 'type')
  const transport = useFieldValue(form, 'transport')
  const secondary = useFieldValue(form, 'secondary')
  return (
    <>
      <Card title={text('sipAccounts.transport')}>
        <SelectField
          form={form}
          name="transport"
          label={text('sipAccounts.transport.mode')}
          options={TRANSPORTS.map((value) => ({ value, label: value.toUpperCase() }))}
        />
        {transport === 'tls' && <TlsFields form={form} />}
        <SwitchField
          form={form}
          name="preferIPv6"
          label={text('sipAccounts.preferIPv6')}
          help={text('sipAccounts.preferIPv6.help')}
        />
      </Card>
      {type === 'registered' && (
        <Card title={text('sipAccounts.secondary')}>
          <CheckboxField form={form} name="secondary" label={text('sipAccounts.secondary.use')} />
          {secondary && (
            <>
              <TextField
                form={form}
                name="secondaryDomain"
                label={text('sipAccounts.secondaryDomain')}
                mono
              />
              <TextField
                form={form}
                name="secondaryRegistrar"
                label={text('sipAccounts.secondaryRegistrar')}
                mono
              />
            </>
          )}
        </Card>
      )}
    </>
  )
}

/** What only connections with TLS have. */
function TlsFields({ form }: { form: Form<AccountValues> }) {
  const text = useText()
  const nameOf = useCertificateName()
  const { data = [], error, refetch } = useQuery(certificatesQuery)
  const chosen = useFieldValue(form, 'certificate')
  // One that the device has no more stays visible.
  const listed = chosen === '' || data.includes(chosen) ? data : [chosen, ...data]
  return (
    <>
      {error && <LoadFailed fault={error} onRetry={() => void refetch()} />}
      <SelectField
        form={form}
        name="certificate"
        label={text('sipAccounts.certificate')}
        help={text('sipAccounts.certificate.help')}
        options={[
          { value: '', label: text('sipAccounts.none') },
          ...listed.map((id) => ({ value: id, label: nameOf(id) })),
        ]}
      />
      <SelectField
        form={form}
        name="encryption"
        label={text('sipAccounts.encryption')}
        options={ENCRYPTIONS.map((value) => ({
          value,
          label: text(`sipAccounts.encryption.${value}`),
        }))}
      />
      <SwitchField
        form={form}
        name="verifyServer"
        label={text('sipAccounts.verifyServer')}
        help={text('sipAccounts.verifyServer.help')}
      />
      <SwitchField
        form={form}
        name="sips"
        label={text('sipAccounts.sips')}
        help={text('sipAccounts.sips.help')}
      />
    </>
  )
}
