import type { ListedSipAccount } from '@lintel/contract/calls/sip-accounts'
import { ringAccount } from '@lintel/contract/rules/call-button'
import type { RingAddress } from '@lintel/contract/rules/call-button'
import { Card } from '@lintel/ui/card'
import { SelectField, TextField } from '@lintel/ui/fields'
import { SettingsForm } from '@lintel/ui/form'
import { useText } from '@lintel/ui/i18n'
import { Notice } from '@lintel/ui/notice'
import { SaveBar } from '@lintel/ui/save-bar'
import { showToast } from '@lintel/ui/toast'
import { useQuery } from '@tanstack/react-query'
import { QueryView } from '../../app/query-view.tsx'
import { hrefTo, paths } from '../../app/routing/paths.ts'
import { ChangedNotice } from '../../app/stored/changed-notice.tsx'
import { useStoredForm } from '../../app/stored/stored-form.ts'
import { buttonStanding, checkButton, ringSetting } from './call-button.ts'
import type { ButtonStanding } from './call-button.ts'

interface CallButtonProps {
  accounts: readonly ListedSipAccount[]
  /** Whether SIP is enabled; undefined while that is unknown. */
  sipOn: boolean | undefined
}

/** Whom the device calls when its call button is pressed. Own design. */
export function CallButtonCard(props: CallButtonProps) {
  const ring = useQuery(ringSetting.query)
  return <QueryView query={ring}>{(state) => <CallButtonForm {...props} ring={state} />}</QueryView>
}

function CallButtonForm({ ring, accounts, sipOn }: CallButtonProps & { ring: RingAddress }) {
  const text = useText()
  const { form, changed } = useStoredForm(ringSetting, {
    state: ring,
    check: (values) => checkButton(values, accounts),
    onSaved: () => showToast({ status: 'ok', text: text('sipAccounts.button.saved') }),
  })
  const preferred = ringAccount({ address: '', account: '' }, accounts)?.Name ?? ''
  const names = new Map(accounts.map(({ Id, Name }) => [Id, Name]))
  // One that the device has no more stays visible.
  if (ring.account !== '' && !names.has(ring.account)) names.set(ring.account, ring.account)
  return (
    <SettingsForm form={form} label={text('sipAccounts.button')}>
      {changed && <ChangedNotice />}
      <Card title={text('sipAccounts.button')} note={text('sipAccounts.button.note')}>
        <Standing standing={buttonStanding(ring, accounts, sipOn)} />
        <TextField
          form={form}
          name="address"
          label={text('sipAccounts.button.address')}
          help={text('sipAccounts.button.address.help')}
          autoComplete="off"
          optional
          mono
        />
        <SelectField
          form={form}
          name="account"
          label={text('sipAccounts.button.account')}
          options={[
            { value: '', label: text('sipAccounts.button.default', { name: preferred }) },
            ...Array.from(names, ([value, label]) => ({ value, label })),
          ]}
        />
      </Card>
      <SaveBar form={form} />
    </SettingsForm>
  )
}

/** Says why a press of the button calls nobody. */
function Standing({ standing }: { standing: ButtonStanding }) {
  const text = useText()
  if (standing === 'calls') return null
  return (
    <Notice
      status={standing === 'nobody' ? 'info' : 'warn'}
      title={text(`sipAccounts.button.${standing}`)}
      action={
        standing === 'sipOff' && (
          <a href={hrefTo(paths.sipSettings())}>{text('pages.sipSettings')}</a>
        )
      }
    >
      {text(
        standing === 'sipOff' ? 'sipAccounts.test.off.next' : `sipAccounts.button.${standing}.next`,
      )}
    </Notice>
  )
}
