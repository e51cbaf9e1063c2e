import { problem } from '@lintel/contract/rules/problem'
import { httpsAddress } from '@lintel/contract/site'
import { useFaultText } from '@lintel/ui/fault-text'
import { PasswordField, TextField } from '@lintel/ui/fields'
import type { Checked } from '@lintel/ui/form'
import { SettingsForm, useFieldValue, useSettingsForm } from '@lintel/ui/form'
import { useText } from '@lintel/ui/i18n'
import { Notice } from '@lintel/ui/notice'
import { ROOT } from './claim.ts'
import { checkPassword, isWeak } from './draft.ts'
import type { PasswordValues } from './draft.ts'
import type { WizardState } from './machine.ts'
import { Footer, FooterButton, Question } from './question.tsx'
import type { Wizard } from './wizard.ts'
import styles from './wizard.module.css'

interface Values extends PasswordValues {
  username: string
}

const empty: Values = { username: ROOT, password: '', repeat: '' }

function check(values: Values, optional: boolean): Checked<Values> {
  const warning = isWeak(values) ? problem('wizard.weakPassword') : undefined
  return { errors: checkPassword(values, optional), warnings: { password: warning } }
}

/**
 * The first administrator. A weak password needs a second press. Once there is a password, it can be
 * kept or changed.
 */
export function PasswordStep({ wizard, state }: { wizard: Wizard; state: WizardState }) {
  const text = useText()
  const faultText = useFaultText()
  const { root, fault } = state
  const optional = root === 'set'
  const form = useSettingsForm<Values>({
    values: empty,
    check: (values) => check(values, optional),
    save: ({ password }) => wizard.claim(password),
    holdOnWarnings: true,
  })
  const typed = useFieldValue(form, 'password') !== ''
  const title = text('wizard.password.title')
  return (
    <Question
      title={title}
      note={text(optional ? 'wizard.password.saved' : 'wizard.password.note')}
    >
      <SettingsForm form={form} label={title} layout="stack">
        <Unencrypted />
        {fault && !form.failure && (
          <Notice
            status="crit"
            title={text(root === 'unsure' ? 'wizard.password.unsure' : 'ui.notSaved')}
          >
            {faultText(fault)}
          </Notice>
        )}
        <TextField
          form={form}
          name="username"
          label={text('ui.userName')}
          autoComplete="username"
          disabled
        />
        <PasswordField
          form={form}
          name="password"
          label={text('ui.password')}
          newPassword
          meter={!optional || typed}
        />
        <PasswordField
          form={form}
          name="repeat"
          repeats="password"
          label={text('ui.repeatPassword')}
          revealLabel={text('ui.showRepeatedPassword')}
          newPassword
        />
        <p className={styles['help']}>{text('wizard.password.reload')}</p>
        <Footer>
          <FooterButton kind="primary" type="submit" busy={form.saving}>
            {text(form.held ? 'ui.continueAnyway' : 'ui.continue')}
          </FooterButton>
        </Footer>
      </SettingsForm>
    </Question>
  )
}

/** Says before the password is typed that others can read it on its way, and offers the way out. */
function Unencrypted() {
  const text = useText()
  if (location.protocol === 'https:') return null
  const secure = httpsAddress()
  return (
    <Notice title={text('wizard.password.plain')}>
      {secure !== undefined && (
        <>
          {text('wizard.password.secure')} <a href={secure}>{new URL(secure).origin}</a>
          <br />
          {text('wizard.password.certificate')}
        </>
      )}
    </Notice>
  )
}
