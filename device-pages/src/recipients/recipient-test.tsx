import { recipientTemplate } from '@lintel/contract/action-rules/templates'
import type { ActionChoices } from '@lintel/contract/calls/action-rules'
import { testRecipient } from '@lintel/contract/calls/recipients'
import type { ActionOutcome, Recipient } from '@lintel/contract/calls/recipients'
import { Button } from '@lintel/ui/button'
import { Row } from '@lintel/ui/card'
import { useFaultText } from '@lintel/ui/fault-text'
import type { Form } from '@lintel/ui/form'
import { setInput, useFormValues } from '@lintel/ui/form'
import { Text, useText } from '@lintel/ui/i18n'
import { Notice } from '@lintel/ui/notice'
import { useEffect, useState } from 'react'
import { device } from '../app/device.ts'
import { TEST_TIMEOUT } from '../app/timing.ts'
import { useAction } from '../app/use-action.ts'
import styles from './recipients.module.css'
import type { RecipientChecks } from './checks.ts'
import { fieldOf, keyIn, parametersIn } from './values.ts'
import type { RecipientForm } from './values.ts'

interface TestProps {
  form: Form<RecipientForm>
  /** The stored recipient, whose secrets count where none was typed. */
  opened: Recipient | undefined
  choices: ActionChoices
  checks: RecipientChecks
}

/** What was sent, and how it ended. */
interface Tested {
  sent: string
  outcome: ActionOutcome
}

const nothing = () => Promise.resolve()

/** Sends something to the recipient as it was typed, and shows in place how it ended. */
export function RecipientTest({ form, opened, choices, checks }: TestProps) {
  const text = useText()
  const faultText = useFaultText()
  const typed = useFormValues(form)
  const { busy, failure, run } = useAction(nothing)
  const [tested, setTested] = useState<Tested>()
  const [left] = useState(() => new AbortController())
  useEffect(() => () => left.abort(), [left])
  const request = {
    template: typed.template,
    parameters: parametersIn(typed, opened),
    ...(opened && { id: opened.id }),
  }
  const now = JSON.stringify(request)

  async function test(): Promise<void> {
    const wrong = Object.keys(checks.checkForTest(typed, opened, choices))
    if (wrong.length > 0) {
      await form.methods.trigger(wrong, { shouldFocus: true })
      return
    }
    setTested(undefined)
    const options = { timeoutMs: TEST_TIMEOUT, signal: left.signal }
    const outcome = await device.call(testRecipient, request, options)
    setTested({ sent: now, outcome })
  }

  return (
    <>
      <Row name={text('recipients.test')} help={text('recipients.test.note')}>
        <Button busy={busy} onClick={() => run(test)}>
          {text('recipients.test')}
        </Button>
      </Row>
      {failure !== undefined && (
        <Notice status="crit" title={text('recipients.test.failed')}>
          {faultText(failure)}
        </Notice>
      )}
      {tested && !busy && (
        <Outcome form={form} outcome={tested.outcome} old={tested.sent !== now} />
      )}
    </>
  )
}

function Outcome(props: { form: Form<RecipientForm>; outcome: ActionOutcome; old: boolean }) {
  const { form, outcome, old } = props
  const { ok, reason, detail } = outcome
  const text = useText()
  const key = useOfferedKey(form, outcome)
  return (
    <Notice
      status={old ? 'info' : ok ? 'ok' : 'crit'}
      title={text(ok ? 'recipients.test.ok' : 'recipients.test.failed')}
      action={
        key !== undefined &&
        !old && (
          <Button onClick={() => setInput(form, KEY_FIELD, key)}>
            {text('recipients.useKey')}
          </Button>
        )
      }
    >
      {old && text('recipients.test.old')}{' '}
      {key === undefined ? (
        <>
          {reason !== undefined && text(`recipients.failure.${reason}`)}{' '}
          {detail !== '' && text('recipients.answer', { detail })}
        </>
      ) : (
        <span className={styles['key']}>
          <Text id="recipients.keyUnknown" values={{ key: <code>{key}</code> }} />
        </span>
      )}
    </Notice>
  )
}

const KEY_FIELD = fieldOf('sftp', 'ssh_host_pub_key_sha256')

/**
 * The key of an SSH server that was not known. One that differs from the known key is not offered: it
 * may be somebody else's server.
 */
function useOfferedKey(
  form: Form<RecipientForm>,
  { reason, detail }: ActionOutcome,
): string | undefined {
  const typed = useFormValues(form)
  const known = ['ssh_host_pub_key_sha256', 'ssh_host_pub_key_md5'].some(
    (name) => typed[fieldOf('sftp', name)] !== '',
  )
  const isSftp = recipientTemplate(typed.template)?.id === 'sftp'
  return isSftp && !known && reason === 'certificate' ? keyIn(detail) : undefined
}
