import { required } from '@lintel/contract/rules/problem'
import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useRef } from 'react'
import { expect, test, vi } from 'vitest'
import { TextField } from './fields.tsx'
import { FormActions } from './form-actions.tsx'
import { SettingsForm, useSettingsForm } from './form.tsx'
import { SaveBar } from './save-bar.tsx'
import { pressSaveKey, SAVES, useSaveKey } from './save-key.tsx'
import { renderWithMessages } from './testing/render.tsx'

interface ExampleProps {
  label: string
  save: (values: { name: string }) => Promise<void>
  creates?: boolean
}

function Example({ label, save, creates = false }: ExampleProps) {
  const form = useSettingsForm({
    values: { name: '' },
    check: ({ name }) => ({ errors: { name: required(name) } }),
    save,
  })
  return (
    <SettingsForm form={form} label={label}>
      <TextField form={form} name="name" label={`Name of ${label}`} />
      {creates ? <FormActions form={form} verb="Create" /> : <SaveBar form={form} />}
    </SettingsForm>
  )
}

const saving = () => vi.fn<ExampleProps['save']>(() => Promise.resolve())
const press = (init: KeyboardEventInit = { ctrlKey: true }) =>
  fireEvent.keyDown(document.activeElement ?? document.body, { key: 's', ...init })

test('Ctrl S and ⌘S save what is unsaved, in the form that has the focus', async () => {
  const user = userEvent.setup()
  const [door, gate] = [saving(), saving()]
  renderWithMessages(
    <>
      <Example label="door" save={door} />
      <Example label="gate" save={gate} />
    </>,
  )
  // Nothing is unsaved: the browser keeps its own meaning of the keys.
  expect(press()).toBe(true)
  await user.type(screen.getByLabelText('Name of gate'), 'g')
  await user.type(screen.getByLabelText('Name of door'), 'd')
  await user.click(screen.getByLabelText('Name of gate'))
  for (const other of [{}, { ctrlKey: true, shiftKey: true }, { ctrlKey: true, altKey: true }]) {
    expect(press(other)).toBe(true)
  }
  expect(press()).toBe(false)
  await waitFor(() => expect(gate).toHaveBeenCalledExactlyOnceWith({ name: 'g' }))
  expect(door).not.toHaveBeenCalled()
  act(() => (document.activeElement as HTMLElement).blur())
  expect(press({ metaKey: true })).toBe(false)
  await waitFor(() => expect(door).toHaveBeenCalledExactlyOnceWith({ name: 'd' }))
})

test('Ctrl S does not save a form behind a dialog', async () => {
  const user = userEvent.setup()
  const door = saving()
  renderWithMessages(
    <>
      <Example label="door" save={door} />
      <dialog open>Restart?</dialog>
    </>,
  )
  await user.type(screen.getByLabelText('Name of door'), 'd')
  expect(press()).toBe(true)
  expect(door).not.toHaveBeenCalled()
})

function Framing({ save, dialog = false }: { save: () => void; dialog?: boolean }) {
  const frame = useRef<HTMLDivElement>(null)
  useSaveKey(frame, true, save)
  return (
    <>
      <div ref={frame} {...SAVES} />
      {dialog && <dialog open>Restart?</dialog>}
    </>
  )
}

test('Ctrl S asks a frame to save, and the page in it saves as if the keys were pressed there', async () => {
  const user = userEvent.setup()
  const ask = vi.fn(() => {})
  const around = renderWithMessages(<Framing save={ask} />)
  expect(press()).toBe(false)
  expect(ask).toHaveBeenCalledOnce()
  around.rerender(<Framing save={ask} dialog />)
  expect(press()).toBe(true)
  expect(ask).toHaveBeenCalledOnce()
  around.unmount()

  const door = saving()
  renderWithMessages(<Example label="door" save={door} />)
  pressSaveKey()
  await user.type(screen.getByLabelText('Name of door'), 'd')
  pressSaveKey()
  await waitFor(() => expect(door).toHaveBeenCalledExactlyOnceWith({ name: 'd' }))
})

test('a form that creates something has its button from the start', async () => {
  const user = userEvent.setup()
  const create = saving()
  renderWithMessages(<Example label="door" save={create} creates />)
  await user.click(screen.getByRole('button', { name: 'Create' }))
  expect(await screen.findByText('Fill this in.')).toBeTruthy()
  expect(create).not.toHaveBeenCalled()
  await user.type(screen.getByLabelText('Name of door'), 'd')
  press()
  await waitFor(() => expect(create).toHaveBeenCalledExactlyOnceWith({ name: 'd' }))
})
