import { password, userName } from '@lintel/contract/rules/account'
import { problem } from '@lintel/contract/rules/problem'
import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'

import { expect, test } from 'vitest'
import { PasswordField, SwitchField, TextField } from './fields.tsx'
import type { FormOptions } from './form.tsx'
import { SettingsForm, useSettingsForm } from './form.tsx'
import { SaveBar } from './save-bar.tsx'
import { renderWithWords } from './testing/render.tsx'

interface Values {
  name: string
  password: string
  repeat: string
  ptz: boolean
}

const stored: Values = { name: 'guard', password: 'Abcdef12', repeat: 'Abcdef12', ptz: false }

function check(values: Values) {
  return {
    errors: {
      name: userName(values.name),
      password: password(values.password),
      repeat:
        values.repeat === values.password ? undefined : problem('validation.passwordsDontMatch'),
    },
  }
}

function Example(props: Partial<FormOptions<Values>>) {
  const form = useSettingsForm<Values>({ values: stored, check, save: async () => {}, ...props })
  return (
    <SettingsForm form={form} label="Account">
      <TextField form={form} name="name" label="Username" help="Letters and digits." />
      <PasswordField form={form} name="password" label="Password" newPassword meter />
      <PasswordField form={form} name="repeat" label="Repeat password" newPassword />
      <SwitchField form={form} name="ptz" label="Camera control" />
      <SaveBar form={form} />
    </SettingsForm>
  )
}

const field = (name: string) => screen.getByLabelText(name)

test('the save bar counts changed fields, and goes when the last one is taken back', async () => {
  const user = userEvent.setup()
  renderWithWords(<Example />)
  expect(screen.queryByRole('button', { name: 'Save' })).toBeNull()
  await user.type(field('Username'), '2')
  expect(screen.getByText('1 change')).toBeTruthy()
  await user.click(screen.getByRole('switch'))
  expect(screen.getByText('2 changes')).toBeTruthy()
  await user.click(screen.getByRole('switch'))
  await user.type(field('Username'), '{Backspace}')
  expect(screen.queryByRole('button', { name: 'Save' })).toBeNull()
})
