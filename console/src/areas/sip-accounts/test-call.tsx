import '@lintel/ui/summary.css'
import type { ListedSipAccount } from '@lintel/contract/calls/sip-accounts'
import { DTMF_PAGE } from '@lintel/contract/calls/sip-dtmf'
import { callUri } from '@lintel/contract/rules/sip'
import { Button } from '@lintel/ui/button'
import { Card } from '@lintel/ui/card'
import { useFaultText } from '@lintel/ui/fault-text'
import { SelectField, TextField } from '@lintel/ui/fields'
import { SettingsForm, useFormValues, useSettingsForm } from '@lintel/ui/form'
import { useText } from '@lintel/ui/i18n'
import { Notice } from '@lintel/ui/notice'
import { Phone, PhoneOff } from 'lucide-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { hrefTo, paths } from '../../app/routing/paths.ts'
import { codeOf, reasonOf } from './ladder.ts'
import { LadderView } from './ladder-view.tsx'
import { ladderQuery } from './queries.ts'
import { callReason } from './status.ts'
import { useTestCall } from './use-test-call.ts'
import type { TestCallState } from './use-test-call.ts'
import styles from './test-call.module.css'

/**
 * A collapsible section to call somebody with an account, and to see what happens. While it is open
 * it has the device's DTMF page in a hidden frame, as the specification asks. B §2, B §4.
 */
export function TestCall(props: {
  accounts: readonly ListedSipAccount[]
  /** Whether SIP is enabled; undefined while that is unknown. */
  sipOn: boolean | undefined
}) {
  const { accounts, sipOn } = props
  const text = useText()
  const call = useTestCall()
  const [open, setOpen] = useState(false)
  const usable = accounts.filter(({ Enabled }) => Enabled)
  const preferred = usable.find(({ IsDefault }) => IsDefault) ?? usable[0]
  const [last, setLast] = useState({ to: '', account: '' })
  const isThere = usable.some(({ Id }) => Id === last.account)
  const form = useSettingsForm({
    values: isThere ? last : { to: last.to, account: preferred?.Id ?? '' },
    passing: true,
    async save({ to, account }) {
      const from = usable.find(({ Id }) => Id === account)
      if (!from) return
      const domain = from.PublicDomain || from.Registrar || ''
      await call.start(callUri(to, { sips: from.SIPSEnabled, domain }), account)
    },
    onSaved: setLast,
  })
  const { to, account } = useFormValues(form)
  const ongoing = call.phase !== 'IDLE'
  const isReady = to.trim() !== '' && usable.some(({ Id }) => Id === account)
  return (
    <Card>
      <details
        className={styles['section']}
        data-field="testCall"
        onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
      >
        <summary>{text('sipAccounts.test')}</summary>
        <div className={styles['body']}>
          {sipOn === false && (
            <div className={styles['notice']}>
              <Notice
                status="warn"
                title={text('sipAccounts.test.off')}
                action={<a href={hrefTo(paths.sipSettings())}>{text('pages.sipSettings')}</a>}
              >
                {text('sipAccounts.test.off.next')}
              </Notice>
            </div>
          )}
          <SettingsForm
            form={{ ...form, submit: ongoing ? call.stop : isReady ? form.submit : () => {} }}
            label={text('sipAccounts.test')}
          >
            <TextField
              form={form}
              name="to"
              label={text('sipAccounts.test.to')}
              help={text('sipAccounts.test.to.help')}
              autoComplete="off"
              mono
            />
            <SelectField
              form={form}
              name="account"
              label={text('sipAccounts.test.account')}
              options={usable.map(({ Id, Name }) => ({ value: Id, label: Name }))}
            />
            <div className={styles['actions']}>
              <Button
                type="submit"
                kind={ongoing ? 'danger' : 'primary'}
                icon={
                  ongoing ? (
                    <PhoneOff size={16} aria-hidden="true" />
                  ) : (
                    <Phone size={16} aria-hidden="true" />
                  )
                }
                busy={form.saving}
                disabled={!ongoing && !isReady}
              >
                {text(ongoing ? 'sipAccounts.test.hangUp' : 'sipAccounts.test.call')}
              </Button>
            </div>
          </SettingsForm>
          <Outcome call={call} />
          {call.callId !== undefined && <LadderView callId={call.callId} phase={call.phase} />}
          {open && (
            // oxlint-disable-next-line react/iframe-missing-sandbox -- a page of the device itself
            <iframe src={DTMF_PAGE} title={text('pages.sipDtmf')} tabIndex={-1} hidden />
          )}
        </div>
      </details>
    </Card>
  )
}

/** What the call is doing, and in words why it failed. */
function Outcome({ call }: { call: TestCallState }) {
  const text = useText()
  const { phase, failed, over } = call
  if (failed) return <Failure failed={failed} callId={call.callId} />
  const id =
    phase === 'CALLING'
      ? ('sipAccounts.test.calling' as const)
      : phase === 'ACTIVE'
        ? ('sipAccounts.test.active' as const)
        : over
          ? ('sipAccounts.test.over' as const)
          : undefined
  return <output className={styles['outcome']}>{id !== undefined && text(id)}</output>
}

function Failure(props: {
  failed: NonNullable<TestCallState['failed']>
  callId: string | undefined
}) {
  const { failed, callId } = props
  const text = useText()
  const faultText = useFaultText()
  const { data } = useQuery(ladderQuery(callId ?? ''))
  const code = codeOf(data ?? [])
  const known = code === undefined ? undefined : callReason(code)
  const why = failed.status
    ? known === undefined
      ? text(reasonOf(failed.status.CallStateReason))
      : text(`sipAccounts.call.${known}`)
    : faultText(failed.fault)
  return (
    <div className={styles['notice']}>
      <Notice status="crit" title={text('sip.CallFailed')}>
        {why}
      </Notice>
    </div>
  )
}
