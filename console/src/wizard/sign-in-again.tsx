import { password } from '@lintel/contract/rules/account'
import { Dialog } from '@lintel/ui/dialog'
import { PasswordField } from '@lintel/ui/fields'
import { SettingsForm, useSettingsForm } from '@lintel/ui/form'
import { useText } from '@lintel/ui/i18n'
import { Notice } from '@lintel/ui/notice'
import { Footer, FooterButton } from './question.tsx'
import type { Wizard } from './wizard.ts'
import styles from './wizard.module.css'

/**
 * Asks for root's password when the session has ended, over the page, so that nothing typed is
 * lost.
 */
export function SignInAgain(props: { wizard: Wizard; open: boolean; wrong: boolean }) {
  const { wizard, open, wrong } = props
  const text = useText()
  return (
    <Dialog open={open} title={text('ui.signInAgain')} onClose={wizard.postponeSignIn}>
      <SignInForm wizard={wizard} wrong={wrong} />
    </Dialog>
  )
}

const empty = { password: '' }
const check = (values: typeof empty) => ({ errors: { password: password(values.password) } })

function SignInForm({ wizard, wrong }: { wizard: Wizard; wrong: boolean }) {
  const text = useText()
  const form = useSettingsForm({
    values: empty,
    check,
    save: (typed) => wizard.signInAgain(typed.password),
  })
  return (
    <SettingsForm form={form} label={text('ui.signInAgain')} layout="stack">
      <p className={styles['note']}>{text('wizard.signIn.note')}</p>
      {wrong && !form.failure && <Notice status="crit" title={text('wizard.signIn.wrong')} />}
      <PasswordField form={form} name="password" label={text('wizard.signIn.password')} />
      <Footer>
        <FooterButton kind="primary" type="submit" busy={form.saving}>
          {text('ui.signIn')}
        </FooterButton>
      </Footer>
    </SettingsForm>
  )
}
