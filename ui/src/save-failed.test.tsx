import { DeviceFault } from '@lintel/contract/fault'
import { act, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { deviceAnswers, deviceLost, lossShown, lostSaves } from './device-loss.tsx'
import { TextField } from './fields.tsx'
import { SettingsForm, useSettingsForm } from './form.tsx'
import { SaveBar } from './save-bar.tsx'
import { renderWithMessages } from './testing/render.tsx'

function Example({ save }: { save: () => Promise<undefined> }) {
  const form = useSettingsForm({ values: { name: 'guard' }, save })
  return (
    <SettingsForm form={form} label="Account">
      <TextField form={form} name="name" label="Username" />
      <SaveBar form={form} />
    </SettingsForm>
  )
}

const field = (name: string) => screen.getByLabelText(name)

test('a form leaves it to the page to say that the device is gone, and then says what became of the save', async () => {
  const save = vi.fn(() => Promise.reject(new DeviceFault('unreachable', 'users.update', '')))
  renderWithMessages(<Example save={save} />)
  await userEvent.clear(field('Username'))
  await userEvent.type(field('Username'), 'porter')
  deviceLost()
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  expect(document.activeElement).toBe(await screen.findByRole('alert'))
  act(() => lossShown.set(true))
  expect(screen.queryByRole('alert')).toBeNull()
  expect(lostSaves.get()).toBe(1)
  expect(document.activeElement).toBe(screen.getByRole('form'))
  act(() => {
    lossShown.set(false)
    deviceAnswers(true)
  })
  expect(screen.getByRole('alert').textContent).toContain('Not saved. The device answers again.')
  expect(lostSaves.get()).toBe(0)
})

test('a form in a dialog, which covers the page, says itself that the device is gone', async () => {
  const save = vi.fn(() => Promise.reject(new DeviceFault('unreachable', 'users.update', '')))
  renderWithMessages(
    <dialog open>
      <Example save={save} />
    </dialog>,
  )
  await userEvent.type(field('Username'), 'porter')
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  await screen.findByRole('alert')
  act(() => lossShown.set(true))
  expect(screen.getByRole('alert').textContent).toContain('Not saved.')
  expect(lostSaves.get()).toBe(0)
  act(() => lossShown.set(false))
})

test('a refusal of the device is told while it is gone, too', async () => {
  const save = vi.fn(() => Promise.reject(new DeviceFault('refused', 'users.update', 'No room.')))
  renderWithMessages(<Example save={save} />)
  await userEvent.type(field('Username'), 'porter')
  act(() => lossShown.set(true))
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  expect((await screen.findByRole('alert')).textContent).toContain('No room.')
  act(() => lossShown.set(false))
})

test('a save that failed without an answer is offered again once the device is back, with what was typed', async () => {
  const save = vi.fn(() => Promise.reject(new DeviceFault('unreachable', 'users.update', '')))
  renderWithMessages(<Example save={save} />)
  await userEvent.clear(field('Username'))
  await userEvent.type(field('Username'), 'porter')
  deviceLost()
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  const alert = await screen.findByRole('alert')
  expect(alert.textContent).toContain('Check its power')
  act(() => deviceAnswers(true))
  expect(alert.textContent).toContain('Not saved. The device answers again.')
  expect(alert.textContent).not.toContain('Check its power')
  expect(field('Username')).toHaveProperty('value', 'porter')
  save.mockResolvedValueOnce(undefined as never)
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  await waitFor(() => expect(save).toHaveBeenCalledTimes(2))
  await waitFor(() => expect(screen.queryByRole('alert')).toBeNull())
})
