import { CONNECTION_POLICIES } from '@lintel/contract/calls/web-server'
import { LinkButton } from '@lintel/ui/button'
import { Card } from '@lintel/ui/card'
import { useCertificateName } from '@lintel/ui/certificate-name'
import { RadioField, SelectField } from '@lintel/ui/fields'
import { SettingsForm, useFormValues } from '@lintel/ui/form'
import type { Form } from '@lintel/ui/form'
import { useText } from '@lintel/ui/i18n'
import { Loading } from '@lintel/ui/loading'
import { SaveBar } from '@lintel/ui/save-bar'
import { showToast } from '@lintel/ui/toast'
import { useEffect, useRef, useState } from 'react'
import { history } from '../../app/routing/history.ts'
import { hrefTo, paths } from '../../app/routing/paths.ts'
import type { OwnCertificate } from '../../app/own-certificates.ts'
import { ChangedNotice } from '../../app/stored/changed-notice.tsx'
import { useStoredForm } from '../../app/stored/stored-form.ts'
import { useStore } from '@lintel/ui/store'
import { leave } from '../../app/trial/leave.ts'
import { goTo, pageAt } from '../../app/trial/move.ts'
import { CipherList } from './cipher-list.tsx'
import { Consequences } from './consequences.tsx'
import { tlsSetting } from './queries.ts'
import { activeIn, checkTls, isDeprecated } from './tls.ts'
import type { TlsState, TlsValues } from './tls.ts'

/**
 * The settings of http and https. Anything that could lock somebody out is shown before, and put on
 * trial if the device can. A §3, A §4, A §5.
 */
export function HttpsForm({ state }: { state: TlsState }) {
  const text = useText()
  const { certificates, ciphers: reported } = state
  const { form, changed } = useStoredForm(tlsSetting, {
    state,
    check: (typed) => checkTls(typed, state),
    onSaved: ({ elsewhere: move }) => {
      if (!move) showToast({ status: 'ok', text: text('networkSecurity.saved') })
      else if (move.ticket === undefined) goTo(pageAt(move))
      else leave(move, paths.networkSecurity())
    },
  })
  useChosenElsewhere(form, certificates)
  const typed = useFormValues(form)
  const blocked = activeIn(typed, reported).some(isDeprecated)
  const nameOf = useCertificateName()
  const labelOf = ({ id, key }: OwnCertificate) =>
    key === undefined ? nameOf(id) : text('networkSecurity.certificateKey', { id: nameOf(id), key })
  return (
    <SettingsForm form={form} label={text('networkSecurity.tab.https')}>
      {changed && <ChangedNotice />}
      {form.saving && <Loading label={text('ui.settling')} />}
      <Consequences state={state} typed={typed} saving={form.saving} />
      <Card
        title={text('ui.webServer')}
        actions={
          <LinkButton href={hrefTo(paths.certificates())}>
            {text('ui.manageCertificates')}
          </LinkButton>
        }
      >
        <SelectField
          form={form}
          name="certificate"
          label={text('networkSecurity.certificate')}
          help={text('networkSecurity.certificate.help')}
          options={[
            { value: '', label: text('networkSecurity.none') },
            ...certificates.map((one) => ({ value: one.id, label: labelOf(one) })),
          ]}
        />
        <RadioField
          form={form}
          name="policy"
          label={text('networkSecurity.policy')}
          help={text('networkSecurity.policy.help')}
          options={CONNECTION_POLICIES.map((policy) => ({
            value: policy,
            label: text(`networkSecurity.policy.${policy}`),
            help: text(`networkSecurity.policy.${policy}.help`),
          }))}
        />
      </Card>
      <CipherList form={form} state={state} typed={typed} />
      <SaveBar form={form} blocked={blocked} />
    </SettingsForm>
  )
}

/**
 * Chooses the certificate that the address names (`?certificate=gate`), as the certificates page
 * links here, without saving it. Once that is saved or discarded the address names it no longer, or
 * a reload would choose it again.
 */
function useChosenElsewhere(
  { methods, dirty }: Form<TlsValues>,
  certificates: readonly OwnCertificate[],
) {
  const query = useStore(history.query)
  const wanted = new URLSearchParams(query).get('certificate')
  const { setValue, getValues } = methods
  // Once: the person may then choose another one.
  const [chosen] = useState(() =>
    certificates.some(({ id }) => id === wanted) && wanted !== getValues('certificate')
      ? wanted
      : null,
  )
  const pending = useRef(chosen !== null)
  useEffect(() => {
    if (chosen !== null) setValue('certificate', chosen, { shouldDirty: true })
  }, [chosen, setValue])
  useEffect(() => {
    if (dirty) pending.current = false
    else if (!pending.current && wanted !== null) history.setQuery(without(query, 'certificate'))
  }, [dirty, wanted, query])
}

function without(query: string, name: string): string {
  const rest = new URLSearchParams(query)
  rest.delete(name)
  return rest.toString()
}
