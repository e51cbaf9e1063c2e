import { DeviceFault } from '@lintel/contract/fault'
import { Button } from '@lintel/ui/button'
import { Card, Facts } from '@lintel/ui/card'
import { CheckboxField, PasswordField, RadioField, SwitchField, TextField } from '@lintel/ui/fields'
import { SettingsForm, useFieldValue } from '@lintel/ui/form'
import type { Form } from '@lintel/ui/form'
import { useFaultText } from '@lintel/ui/fault-text'
import { useText } from '@lintel/ui/i18n'
import { Notice } from '@lintel/ui/notice'
import { PageHead } from '@lintel/ui/page-head'
import { SaveBar } from '@lintel/ui/save-bar'
import { showToast } from '@lintel/ui/toast'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { QueryView } from '../../app/query-view.tsx'
import { hrefTo, paths } from '../../app/routing/paths.ts'
import { ChangedNotice } from '../../app/stored/changed-notice.tsx'
import { useStoredForm } from '../../app/stored/stored-form.ts'
import { NO_WAY, readOak, remoteSetting } from './remote-queries.ts'
import { checkRemote } from './remote-values.ts'
import type { RemoteValues } from './remote-values.ts'
import styles from './services.module.css'

/** The remote service (AVHS), and the key that its owner needs. B §2, B §3. */
export function RemoteServicePage() {
  const text = useText()
  const query = useQuery(remoteSetting.query)
  return (
    <>
      <PageHead
        title={text('pages.remoteService')}
        note={text('services.remote.note')}
        trail={[{ label: text('pages.services'), href: hrefTo(paths.services()) }]}
      />
      <QueryView query={query}>{(state) => <RemoteForm state={state} />}</QueryView>
      <OakCard />
    </>
  )
}

function RemoteForm({ state }: { state: RemoteValues }) {
  const text = useText()
  const { form, changed } = useStoredForm(remoteSetting, {
    state,
    check: (values) => ({ errors: checkRemote(values) }),
    onSaved: () => showToast({ status: 'ok', text: text('services.remote.saved') }),
  })
  const isOn = useFieldValue(form, 'allowAvhs')
  return (
    <SettingsForm form={form} label={text('pages.remoteService')}>
      {changed && <ChangedNotice />}
      <Card>
        <SwitchField form={form} name="allowAvhs" label={text('services.remote.allow')} />
        {isOn && (
          <RadioField
            form={form}
            name="connect"
            label={text('services.remote.connect')}
            options={(['oneclick', 'yes'] as const).map((value) => ({
              value,
              label: text(`services.remote.connect.${value}`),
              help: text(`services.remote.connect.${value}.help`),
            }))}
          />
        )}
      </Card>
      {isOn && <ProxyCard form={form} />}
      <SaveBar form={form} />
    </SettingsForm>
  )
}

function ProxyCard({ form }: { form: Form<RemoteValues> }) {
  const text = useText()
  const removes = useFieldValue(form, 'removePassword')
  return (
    <Card title={text('services.remote.proxy')} note={text('services.remote.proxy.note')}>
      <TextField form={form} name="host" label={text('services.remote.host')} mono />
      <TextField form={form} name="port" label={text('services.remote.port')} inputMode="numeric" />
      <TextField
        form={form}
        name="username"
        label={text('services.remote.username')}
        autoComplete="off"
      />
      <PasswordField
        form={form}
        name="password"
        label={text('services.remote.password')}
        help={text('ui.passwordKept')}
        disabled={removes}
        foreign
      />
      <CheckboxField
        form={form}
        name="removePassword"
        label={text('services.remote.removePassword')}
      />
      <RadioField
        form={form}
        name="auth"
        label={text('services.remote.auth')}
        options={(['basic', 'digest', 'auto'] as const).map((value) => ({
          value,
          label: text(`services.remote.auth.${value}`),
        }))}
      />
    </Card>
  )
}

type Oak =
  | { phase: 'unasked' | 'asking' }
  | { phase: 'known'; oak: string }
  | { phase: 'failed'; fault: unknown }

/** The owner authentication key; shown when somebody asks for it. B §7, B §8. */
function OakCard() {
  const text = useText()
  const faultText = useFaultText()
  const [state, setState] = useState<Oak>({ phase: 'unasked' })

  async function ask() {
    setState({ phase: 'asking' })
    try {
      setState({ phase: 'known', oak: await readOak() })
    } catch (fault) {
      setState({ phase: 'failed', fault })
    }
  }

  const because = (fault: unknown) => {
    if (!(fault instanceof DeviceFault) || fault.kind !== 'refused') return faultText(fault)
    return text(fault.code === NO_WAY ? 'services.oak.noWay' : 'services.oak.failed')
  }

  return (
    <Card title={text('services.oak')} note={text('services.oak.note')}>
      {state.phase === 'failed' && <Notice status="crit">{because(state.fault)}</Notice>}
      {state.phase === 'known' && (
        <Facts items={[{ term: text('services.oak'), value: state.oak, mono: true }]} />
      )}
      <div className={styles['buttons']}>
        <Button data-field="oak" busy={state.phase === 'asking'} onClick={() => void ask()}>
          {text('services.oak.get')}
        </Button>
      </div>
    </Card>
  )
}
