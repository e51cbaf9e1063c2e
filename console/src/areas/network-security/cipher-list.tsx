import { DeviceFault } from '@lintel/contract/fault'
import { keyKindOf } from '@lintel/contract/rules/ciphers'
import { problem } from '@lintel/contract/rules/problem'
import { Card } from '@lintel/ui/card'
import { FieldNote } from '@lintel/ui/field-note'
import { SwitchField } from '@lintel/ui/fields'
import { useTried } from '@lintel/ui/form'
import type { Form } from '@lintel/ui/form'
import { useText } from '@lintel/ui/i18n'
import { useId } from 'react'
import styles from './network-security.module.css'
import { activeIn, fieldOf, isMismatch, listed } from './tls.ts'
import type { TlsState, TlsValues } from './tls.ts'

/** The TLS 1.2 ciphers, each on or off. A §5, A §9. */
export function CipherList(props: { form: Form<TlsValues>; state: TlsState; typed: TlsValues }) {
  const { form, state, typed } = props
  const { ciphers: reported, certificates } = state
  const text = useText()
  const id = useId()
  const tried = useTried(form)
  const chosen = certificates.find((one) => one.id === typed.certificate)
  // An empty list is an error only after an attempt to save it (OPEN-39).
  const none = tried && activeIn(typed, reported).length === 0
  const reason = useRefusal(form)
  return (
    <Card title={text('networkSecurity.ciphers')} note={text('networkSecurity.ciphers.note')}>
      <fieldset
        name="ciphers"
        tabIndex={-1}
        className={styles['ciphers']}
        aria-label={text('networkSecurity.ciphers')}
        aria-describedby={none || reason !== undefined ? id : undefined}
      >
        {(none || reason !== undefined) && (
          <div className={styles['wrong']} id={id}>
            {none && (
              <FieldNote id={undefined} error={problem('tls.cipherError')} warning={undefined} />
            )}
            {reason !== undefined && <p>{reason}</p>}
          </div>
        )}
        {listed(reported).map((name) => (
          <SwitchField
            key={name}
            form={form}
            name={fieldOf(name)}
            label={<span className="mono">{name}</span>}
            {...(isMismatch(name, chosen)
              ? { help: text(`networkSecurity.needs.${keyKindOf(name)}`) }
              : {})}
          />
        ))}
      </fieldset>
    </Card>
  )
}

/** The device's own reason for a refusal, shown until the next attempt. A §4, A §8. */
function useRefusal({ failure }: Form<TlsValues>): string | undefined {
  const fault = failure?.fault
  const explained = fault instanceof DeviceFault && fault.kind === 'refused' && fault.message !== ''
  return explained ? fault.message : undefined
}
