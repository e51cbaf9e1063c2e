import { DeviceFault } from '@lintel/contract/fault'
import { password, strengthOf, userName } from '@lintel/contract/rules/account'
import { problem } from '@lintel/contract/rules/problem'
import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'

import { expect, test, vi } from 'vitest'
import { PasswordField, SwitchField, TextField } from './fields.tsx'
import type { FormOptions } from './form.tsx'
import { SettingsForm, useSettingsForm } from './form.tsx'
import { SaveBar } from './save-bar.tsx'
import { renderWithMessages } from './testing/render.tsx'
import { anyUnsaved } from './unsaved.tsx'

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
        password(values.repeat) ??
        (values.repeat === values.password ? undefined : problem('validation.passwordsDontMatch')),
    },
  }
}

function Example(props: Partial<FormOptions<Values>>) {
  const form = useSettingsForm<Values>({ values: stored, check, save: async () => {}, ...props })
  return (
    <SettingsForm form={form} label="Account">
      <TextField form={form} name="name" label="Username" help="Letters and digits." />
      <PasswordField form={form} name="password" label="Password" newPassword meter />
      <PasswordField
        form={form}
        name="repeat"
        repeats="password"
        label="Repeat password"
        newPassword
      />
      <SwitchField form={form} name="ptz" label="Camera control" />
      <SaveBar form={form} />
    </SettingsForm>
  )
}

const field = (name: string) => screen.getByLabelText(name)

test('the save bar counts changed fields and disappears when the last change is undone', async () => {
  const user = userEvent.setup()
  renderWithMessages(<Example />)
  expect(screen.queryByRole('button', { name: 'Save' })).toBeNull()
  await user.type(field('Username'), '2')
  expect(screen.getByText('1 change')).toBeTruthy()
  await user.click(screen.getByRole('switch'))
  expect(screen.getByText('2 changes')).toBeTruthy()
  await user.click(screen.getByRole('switch'))
  await user.type(field('Username'), '{Backspace}')
  expect(screen.queryByRole('button', { name: 'Save' })).toBeNull()
})

/** A save that the test resolves. */
function slowSave() {
  const ends: { resolve: () => void; reject: (fault: unknown) => void }[] = []
  const save = vi.fn<(values: Values) => Promise<void>>(
    () => new Promise((resolve, reject) => ends.push({ resolve, reject })),
  )
  return { save, ends }
}

const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))

test('spaces around a pasted line are ignored, those of a password are not', async () => {
  const user = userEvent.setup()
  const { save, ends } = slowSave()
  renderWithMessages(<Example save={save} />)
  await user.clear(field('Username'))
  await user.click(field('Username'))
  await user.paste(' gate\t')
  for (const name of ['Password', 'Repeat password']) {
    await user.clear(field(name))
    await user.type(field(name), ' Abcdef12 ')
  }
  press('Save')
  await waitFor(() => expect(save).toHaveBeenCalledOnce())
  expect(save.mock.lastCall?.[0]).toMatchObject({ name: 'gate', password: ' Abcdef12 ' })
  await act(async () => ends[0]?.resolve())
  expect(field('Username')).toHaveProperty('value', 'gate')
})

/** What the meter says of an empty password. */
const EMPTY = /^A strong password has 8 to 64 characters/

test('a password shows one message: how strong it is, or what is wrong with it', async () => {
  const user = userEvent.setup()
  renderWithMessages(<Example />)
  await user.clear(field('Password'))
  expect(screen.getByText(EMPTY)).toBeTruthy()
  await user.tab()
  expect(await screen.findByText('Fill this in.')).toBeTruthy()
  expect(screen.queryByText(EMPTY)).toBeNull()
  expect(screen.getByRole('meter').getAttribute('aria-valuetext')).toMatch(EMPTY)
})

test('errors block saving, the first one gets the focus, and each is tied to its field', async () => {
  const user = userEvent.setup()
  const { save } = slowSave()
  renderWithMessages(<Example save={save} />)
  await user.type(field('Repeat password'), 'x')
  await user.clear(field('Username'))
  // Elsewhere, so that only the refused save can move the focus to the first error.
  act(() => screen.getByRole('switch').focus())
  press('Save')
  await waitFor(() => expect(document.activeElement).toBe(field('Username')))
  const descriptions = (field('Username').getAttribute('aria-describedby') ?? '')
    .split(' ')
    .map((id) => document.getElementById(id)?.textContent)
  expect(descriptions).toEqual(['Letters and digits.', 'Fill this in.'])
  expect(field('Repeat password').getAttribute('aria-invalid')).toBe('true')
  expect(field('Password').getAttribute('aria-invalid')).toBeNull()
  expect(save).not.toHaveBeenCalled()
})

test('a field is validated on blur, and then on each change until it is valid', async () => {
  const user = userEvent.setup()
  renderWithMessages(<Example />)
  await user.type(field('Username'), 'ä')
  expect(screen.queryByText('Use only the letters A to Z and digits.')).toBeNull()
  await user.tab()
  await screen.findByText('Use only the letters A to Z and digits.')
  await user.type(field('Username'), '{Backspace}')
  await waitFor(() =>
    expect(screen.queryByText('Use only the letters A to Z and digits.')).toBeNull(),
  )
})

test('with a button below the fields, no error appears before submitting', async () => {
  const user = userEvent.setup()
  renderWithMessages(<Example checkOn="submit" />)
  await user.clear(field('Username'))
  await user.tab()
  expect(field('Username').getAttribute('aria-invalid')).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Save' }))
  expect(field('Username').getAttribute('aria-invalid')).toBe('true')
  await waitFor(() => expect(document.activeElement).toBe(field('Username')))
  await user.type(field('Username'), 'guard')
  expect(field('Username').getAttribute('aria-invalid')).toBeNull()
})

test('a field that compares itself with another is validated with it (USERS-32)', async () => {
  const user = userEvent.setup()
  renderWithMessages(<Example />)
  await user.type(field('Repeat password'), 'x')
  await user.tab()
  await screen.findByText("The two passwords don't match.")
  await user.type(field('Password'), 'x')
  await waitFor(() => expect(screen.queryByText("The two passwords don't match.")).toBeNull())
})

test('one press saves once, and the sent values become the unchanged ones', async () => {
  const user = userEvent.setup()
  const { save, ends } = slowSave()
  const onSaved = vi.fn<(values: Values) => void>()
  renderWithMessages(<Example save={save} onSaved={onSaved} />)
  await user.type(field('Username'), '2')
  press('Save')
  await waitFor(() => expect(save).toHaveBeenCalledTimes(1))
  press('Save')
  await user.type(field('Username'), '{Enter}')
  expect(save).toHaveBeenCalledTimes(1)
  expect(save.mock.calls[0]?.[0]).toEqual({ ...stored, name: 'guard2' })
  ends[0]?.resolve()
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Save' })).toBeNull())
  expect(onSaved).toHaveBeenCalledTimes(1)
  expect(anyUnsaved()).toBe(false)
  await user.type(field('Username'), '{Backspace}')
  expect(screen.getByText('1 change')).toBeTruthy()
})

test('input typed during a save is the next change', async () => {
  const user = userEvent.setup()
  const { save, ends } = slowSave()
  renderWithMessages(<Example save={save} />)
  await user.type(field('Username'), '2')
  press('Save')
  await waitFor(() => expect(save).toHaveBeenCalledTimes(1))
  await user.type(field('Username'), '3')
  await user.click(screen.getByRole('switch'))
  ends[0]?.resolve()
  await screen.findByText('2 changes')
  expect(field('Username')).toHaveProperty('value', 'guard23')
})

test('a failed save keeps the input and shows the reason where the focus goes', async () => {
  const user = userEvent.setup()
  const { save, ends } = slowSave()
  renderWithMessages(<Example save={save} failure={problem('validation.errorSaveUser')} />)
  await user.type(field('Username'), '2')
  press('Save')
  await waitFor(() => expect(save).toHaveBeenCalledTimes(1))
  ends[0]?.reject(new DeviceFault('refused', 'pwdgrp.add', 'no more room'))
  const notice = await screen.findByRole('alert')
  expect(notice.textContent).toContain('The user could not be saved. Try again.')
  expect(notice.textContent).toContain('The device refused: no more room')
  await waitFor(() => expect(document.activeElement).toBe(notice))
  expect(field('Username')).toHaveProperty('value', 'guard2')
  expect(screen.getByText('1 change')).toBeTruthy()
  press('Save')
  await waitFor(() => expect(save).toHaveBeenCalledTimes(2))
  expect(screen.queryByRole('alert')).toBeNull()
})

test('a field that is wrong replaces the report of the save before', async () => {
  const user = userEvent.setup()
  renderWithMessages(<Example save={() => Promise.reject(new Error())} />)
  await user.type(field('Username'), '2')
  await user.click(screen.getByRole('button', { name: 'Save' }))
  expect(await screen.findByText('Not saved.')).toBeTruthy()
  await user.clear(field('Username'))
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(screen.queryByText('Not saved.')).toBeNull())
  expect(document.activeElement).toBe(field('Username'))
})

test('a save that fails without a failed call shows no general message', async () => {
  const save = () => Promise.reject(new Error('Somebody else was faster.'))
  renderWithMessages(<Example save={save} />)
  await userEvent.type(field('Username'), '2')
  press('Save')
  expect((await screen.findByRole('alert')).textContent.trim()).toBe('Not saved.')
})

test('a save that ends after the form was unmounted does nothing more (EXPECT-14)', async () => {
  const user = userEvent.setup()
  const { save, ends } = slowSave()
  const onSaved = vi.fn<(values: Values) => void>()
  const { unmount } = renderWithMessages(<Example save={save} onSaved={onSaved} />)
  await user.type(field('Username'), '2')
  press('Save')
  await waitFor(() => expect(save).toHaveBeenCalledTimes(1))
  unmount()
  ends[0]?.resolve()
  await Promise.resolve()
  expect(onSaved).not.toHaveBeenCalled()
  expect(anyUnsaved()).toBe(false)
})

test('Discard restores the stored values', async () => {
  const user = userEvent.setup()
  renderWithMessages(<Example />)
  await user.type(field('Username'), 'ä2')
  await user.click(screen.getByRole('switch'))
  expect(anyUnsaved()).toBe(true)
  press('Discard')
  await waitFor(() => expect(field('Username')).toHaveProperty('value', 'guard'))
  expect(screen.getByRole('switch')).toHaveProperty('checked', false)
  expect(anyUnsaved()).toBe(false)
})

test('leaving the page asks only with unsaved changes', async () => {
  const user = userEvent.setup()
  const leave = () => {
    const event = new Event('beforeunload', { cancelable: true })
    dispatchEvent(event)
    return event.defaultPrevented
  }
  renderWithMessages(<Example />)
  expect(leave()).toBe(false)
  await user.type(field('Username'), '2')
  expect(leave()).toBe(true)
  press('Discard')
  await waitFor(() => expect(leave()).toBe(false))
})

test('changes on the device reach untouched fields', async () => {
  const user = userEvent.setup()
  const { rerender } = renderWithMessages(<Example />)
  await user.type(field('Username'), '2')
  rerender(<Example values={{ ...stored, name: 'other', ptz: true }} />)
  await waitFor(() => expect(screen.getByRole('switch')).toHaveProperty('checked', true))
  expect(field('Username')).toHaveProperty('value', 'guard2')
  expect(screen.getByText('1 change')).toBeTruthy()
})

test('a warning holds the first press, and a changed warning holds again (USERS-39, USERS-40, USERS-41)', async () => {
  const user = userEvent.setup()
  const { save } = slowSave()
  const checkStrength = ({ password: typed }: Values) => ({
    errors: {},
    warnings: {
      password: strengthOf(typed) === 'weak' ? problem('validation.errorInvalid') : undefined,
    },
  })
  renderWithMessages(<Example save={save} check={checkStrength} holdOnWarnings />)
  await user.clear(field('Password'))
  await user.type(field('Password'), 'door')
  expect(screen.queryByText('This value is not valid.')).toBeNull()
  press('Save')
  await screen.findByText('This value is not valid.')
  expect(save).not.toHaveBeenCalled()
  await user.type(field('Password'), 'Door1')
  await screen.findByRole('button', { name: 'Save' })
  await user.type(field('Password'), '{Backspace>5/}')
  press('Save')
  await screen.findByRole('button', { name: 'Continue anyway' })
  expect(save).not.toHaveBeenCalled()
  press('Continue anyway')
  await waitFor(() => expect(save).toHaveBeenCalledTimes(1))
})

test('a warning that appears without a typed value holds too', async () => {
  const { save } = slowSave()
  const warn = () => ({ errors: {}, warnings: { name: problem('validation.errorInvalid') } })
  const shown = renderWithMessages(<Example save={save} holdOnWarnings />)
  fireEvent.click(screen.getByRole('switch'))
  shown.rerender(<Example save={save} check={warn} holdOnWarnings />)
  press('Save')
  await screen.findByRole('button', { name: 'Continue anyway' })
  expect(screen.getByText('This value is not valid.')).toBeTruthy()
  expect(save).not.toHaveBeenCalled()
})

test('the password can be shown and hidden', async () => {
  renderWithMessages(<Example />)
  expect(field('Password')).toHaveProperty('type', 'password')
  const [reveal] = screen.getAllByRole('button', { name: 'Show password' })
  fireEvent.click(reveal as HTMLElement)
  expect(field('Password')).toHaveProperty('type', 'text')
  fireEvent.click(screen.getByRole('button', { name: 'Hide password' }))
  expect(field('Password')).toHaveProperty('type', 'password')
})

test('what is wrong with a password and with its repeat is shown once, and both fields have it', async () => {
  renderWithMessages(<Example />)
  await userEvent.clear(field('Password'))
  await userEvent.clear(field('Repeat password'))
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  const notes = await screen.findAllByText('Fill this in.')
  expect(notes).toHaveLength(2)
  expect(notes.filter((note) => note.closest('.sr-only') === null)).toHaveLength(1)
  const [own] = notes.filter((note) => note.closest('.sr-only') !== null)
  expect(own?.parentElement?.id).toBe(field('Repeat password').getAttribute('aria-describedby'))
  await userEvent.type(field('Password'), 'Abcdef12')
  await waitFor(() => expect(screen.getByText('Fill this in.').closest('.sr-only')).toBeNull())
})
