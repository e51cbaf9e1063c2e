import { DESCRIPTION_MAX } from '@lintel/contract/calls/access-control'
import { Button } from '@lintel/ui/button'
import { Card, Row } from '@lintel/ui/card'
import { CheckboxField, PasswordField, SwitchField, TextField } from '@lintel/ui/fields'
import { setInput, useFieldValue } from '@lintel/ui/form'
import type { Form } from '@lintel/ui/form'
import { useText } from '@lintel/ui/i18n'
import { useQuery } from '@tanstack/react-query'
import { useInstant } from '../../app/clock/use-instant.ts'
import styles from './credential-form.module.css'
import { cardNumber } from './credential-values.ts'
import type { CredentialValues } from './credential-values.ts'
import { deniedCardQuery } from './queries.ts'

/**
 * The fields of a credential.
 * @param props.hasPin whether the device has stored a PIN
 */
export function CredentialFields(props: { form: Form<CredentialValues>; hasPin: boolean }) {
  const { form, hasPin } = props
  const text = useText()
  const removesPin = useFieldValue(form, 'removePin')
  return (
    <>
      <Card>
        <TextField
          form={form}
          name="name"
          label={text('ui.name')}
          help={text('credentials.name.help')}
          maxLength={DESCRIPTION_MAX}
          autoComplete="off"
        />
        <SwitchField
          form={form}
          name="enabled"
          label={text('credentials.enabled')}
          help={text('credentials.enabled.help')}
        />
      </Card>
      <Card title={text('credentials.card')}>
        <TextField
          form={form}
          name="card"
          label={text('credentials.card.number')}
          help={text('credentials.card.help')}
          mono
          optional
          autoComplete="off"
        />
        <DeniedCard form={form} />
      </Card>
      <Card title={text('credentials.pin')} note={text('credentials.pin.note')}>
        <PasswordField
          form={form}
          name="pin"
          label={text('credentials.pin')}
          revealLabel={text('credentials.pin.show')}
          help={text(hasPin ? 'credentials.pin.kept' : 'credentials.pin.help')}
          optional={!hasPin}
          disabled={removesPin}
          foreign
        />
        {hasPin && (
          <CheckboxField form={form} name="removePin" label={text('credentials.pin.remove')} />
        )}
      </Card>
      <Card title={text('credentials.validity')} note={text('credentials.validity.note')}>
        <TextField
          form={form}
          name="from"
          label={text('credentials.validFrom')}
          help={text('credentials.validity.help')}
          mono
          optional
          autoComplete="off"
        />
        <TextField
          form={form}
          name="until"
          label={text('credentials.validUntil')}
          help={text('credentials.validity.help')}
          mono
          optional
          autoComplete="off"
        />
      </Card>
    </>
  )
}

/** The card that was held to a reader last and opened nothing, to fill in its number. */
function DeniedCard({ form }: { form: Form<CredentialValues> }) {
  const text = useText()
  const instant = useInstant('second')
  const typed = cardNumber(useFieldValue(form, 'card'))
  const { data: denied } = useQuery(deniedCardQuery)
  return (
    <Row name={text('credentials.denied.name')}>
      <output className={styles['denied']}>
        {denied
          ? text('credentials.denied', { door: denied.door, time: instant(denied.at) })
          : text('credentials.denied.none')}{' '}
        {denied && <b className="mono">{denied.card}</b>}
      </output>
      {denied && typed !== denied.card && (
        <Button onClick={() => setInput(form, 'card', denied.card)}>
          {text('credentials.denied.use')}
        </Button>
      )}
    </Row>
  )
}
