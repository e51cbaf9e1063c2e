import { IDLE_BEHAVIOURS } from '@lintel/contract/calls/intercom'
import type { ListedSipAccount } from '@lintel/contract/calls/sip-accounts'
import { problem } from '@lintel/contract/rules/problem'
import { Card } from '@lintel/ui/card'
import { CheckboxField, SelectField } from '@lintel/ui/fields'
import { SettingsForm } from '@lintel/ui/form'
import { useText } from '@lintel/ui/i18n'
import { SaveBar } from '@lintel/ui/save-bar'
import { showToast } from '@lintel/ui/toast'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { QueryView } from '../../app/query-view.tsx'
import { sipAccountsQuery } from '../../app/sip.ts'
import { ChangedNotice } from '../../app/stored/changed-notice.tsx'
import { useStoredForm } from '../../app/stored/stored-form.ts'
import { useViewpoint } from '../../app/viewpoint.ts'
import { callButtonSetting } from './call-button-setting.ts'
import { checkCallButton } from './call-button-values.ts'
import type { CallButtonState } from './call-button-values.ts'
import { FallbackCard } from './parts/fallback-card.tsx'
import { vmsEnabledQuery } from './parts/queries.ts'
import { RecipientDialog } from './parts/recipient-dialog.tsx'
import { RecipientsCard } from './parts/recipients-card.tsx'
import { defaultAccount } from './parts/target.ts'
import { PhonebookHead } from './phonebook-head.tsx'
import { SipOffNotice } from './sip-off-notice.tsx'

/** Whom the call button calls, and how it is lit while nobody does. B §2. */
export function CallButtonPage() {
  const accounts = useQuery(sipAccountsQuery)
  const account = defaultAccount(accounts.data ?? [])
  const query = useQuery(callButtonSetting(account).query)
  return (
    <>
      <PhonebookHead />
      <QueryView query={accounts}>
        {(list) => (
          <QueryView query={query}>
            {(state) => <CallButtonForm state={state} accounts={list} account={account} />}
          </QueryView>
        )}
      </QueryView>
    </>
  )
}

function CallButtonForm(props: {
  state: CallButtonState
  accounts: readonly ListedSipAccount[]
  /** The id of the account that new addresses are called with. */
  account: string
}) {
  const { state, accounts, account } = props
  const text = useText()
  const vms = useQuery(vmsEnabledQuery).data === true
  const { capabilities } = useViewpoint()
  const lights = IDLE_BEHAVIOURS.filter((one) =>
    capabilities?.SupportedCallButtonIdleBehavior?.includes(one),
  )
  const setting = useMemo(() => callButtonSetting(account), [account])
  const [adding, setAdding] = useState(false)
  const { form, changed } = useStoredForm(setting, {
    state,
    check: (values) => ({ errors: checkCallButton(values, accounts) }),
    half: problem('phonebook.callButton.lightLeft'),
    onSaved: () => showToast({ status: 'ok', text: text('phonebook.callButton.saved') }),
  })
  const title = text('phonebook.callButton')
  return (
    <>
      <SettingsForm form={form} label={title}>
        {changed && <ChangedNotice />}
        <SipOffNotice />
        <Card title={title}>
          <CheckboxField
            form={form}
            name="displayButton"
            group={title}
            label={text('phonebook.callButton.displayButton')}
            help={text('phonebook.callButton.displayButton.help')}
          />
          {state.idle !== undefined && lights.length > 0 && (
            <SelectField
              form={form}
              name="idle"
              label={text('phonebook.callButton.idle')}
              options={lights.map((value) => ({
                value,
                label: text(`phonebook.callButton.idle.${value}`),
              }))}
            />
          )}
          {vms && (
            <CheckboxField
              form={form}
              name="vms"
              group={text('phonebook.recipient.VMS')}
              label={text('phonebook.callButton.vms')}
              help={text('phonebook.callButton.vms.help')}
            />
          )}
        </Card>
        <RecipientsCard form={form} accounts={accounts} onAdd={() => setAdding(true)} />
        <FallbackCard form={form} accounts={accounts} />
        <SaveBar form={form} />
      </SettingsForm>
      {adding && (
        <RecipientDialog
          form={form}
          accounts={accounts}
          vms={false}
          onClose={() => setAdding(false)}
        />
      )}
    </>
  )
}
