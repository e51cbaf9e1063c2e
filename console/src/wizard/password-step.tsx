import { problem } from '@lintel/contract/rules/problem'
import { PasswordField, TextField } from '@lintel/ui/fields'
import type { Checked } from '@lintel/ui/form'
import { SettingsForm, useSettingsForm } from '@lintel/ui/form'
import { useText } from '@lintel/ui/i18n'
import { ROOT } from './claim.ts'
import { checkPassword, isWeak } from './draft.ts'
import type { PasswordValues } from './draft.ts'
import { Footer, FooterButton, Question } from './question.tsx'
import type { Wizard } from './wizard.ts'
import styles from './wizard.module.css'

interface Values extends PasswordValues {
  username: string
}

const empty: Values = { username: ROOT, password: '', repeat: '' }

function check(values: Values): Checked<Values> {
  const warning = isWeak(values) ? problem('wizard.weakPassword') : undefined
  return { errors: checkPassword(values), warnings: { password: warning } }
}

/** The first administrator. A weak password needs a second press. */
export function PasswordStep({ wizard }: { wizard: Wizard }) {
  const text = useText()
  const form = useSettingsForm<Values>({
    values: empty,
    check,
    save: ({ password }) => wizard.claim(password),
    holdOnWarnings: true,
  })
  const title = text('wizard.password.title')
  return (
    <Question title={title} note={text('wizard.password.note')}>
      <SettingsForm form={form} label={title} layout="stack">
        <TextField
          form={form}
          name="username"
          label={text('ui.userName')}
          autoComplete="username"
          disabled
        />
        <PasswordField form={form} name="password" label={text('ui.password')} newPassword meter />
        <PasswordField
          form={form}
          name="repeat"
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
