import { fireEvent, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { expect, test, vi } from 'vitest'
import { ConfirmDialog, Dialog } from './dialog.tsx'
import { renderWithMessages } from './testing/render.tsx'

function Deleting(props: { busy?: boolean; onConfirm?: () => void }) {
  const { busy = false, onConfirm = () => {} } = props
  const [open, setOpen] = useState(false)
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        Delete
      </button>
      <ConfirmDialog
        open={open}
        title="Delete guard1?"
        body="This can't be undone."
        confirm="Delete user"
        danger
        busy={busy}
        onConfirm={onConfirm}
        onClose={() => setOpen(false)}
      />
    </>
  )
}

async function open() {
  const user = userEvent.setup()
  await user.click(screen.getByRole('button', { name: 'Delete' }))
  return { user, dialog: screen.getByRole<HTMLDialogElement>('alertdialog') }
}

test('a confirmation focuses the safe answer, and its text is its accessible name', async () => {
  renderWithMessages(<Deleting />)
  expect(screen.queryByRole('button', { name: 'Delete user' })).toBeNull()
  const { dialog } = await open()
  expect(dialog.open).toBe(true)
  expect(document.activeElement?.textContent).toBe('Cancel')
  const [named, described] = ['aria-labelledby', 'aria-describedby'].map(
    (name) => document.getElementById(dialog.getAttribute(name) ?? '')?.textContent,
  )
  expect(named).toBe('Delete guard1?')
  expect(described).toBe("This can't be undone.")
})

test('Cancel closes it and returns the focus', async () => {
  renderWithMessages(<Deleting />)
  const { user, dialog } = await open()
  await user.click(screen.getByRole('button', { name: 'Cancel' }))
  expect(dialog.open).toBe(false)
  expect(document.activeElement?.textContent).toBe('Delete')
})

test('Escape cancels, but not while the action is pending', async () => {
  const { rerender } = renderWithMessages(<Deleting />)
  const { dialog } = await open()
  rerender(<Deleting busy />)
  fireEvent(dialog, new Event('cancel', { cancelable: true }))
  expect(dialog.open).toBe(true)
  rerender(<Deleting />)
  fireEvent(dialog, new Event('cancel', { cancelable: true }))
  expect(dialog.open).toBe(false)
})

test('a late close event does not close a dialog that is open again', async () => {
  renderWithMessages(<Deleting />)
  const { user, dialog } = await open()
  await user.click(screen.getByRole('button', { name: 'Cancel' }))
  await open()
  fireEvent(dialog, new Event('close'))
  expect(dialog.open).toBe(true)
  expect(screen.getByRole('button', { name: 'Delete user' })).toBeTruthy()
  // The browser closes it by itself, and the caller is notified.
  dialog.removeAttribute('open')
  fireEvent(dialog, new Event('close'))
  expect(screen.queryByRole('button', { name: 'Delete user' })).toBeNull()
})

test('a second press while the action is pending does nothing', async () => {
  const onConfirm = vi.fn<() => void>()
  const { rerender } = renderWithMessages(<Deleting onConfirm={onConfirm} />)
  const { user } = await open()
  await user.click(screen.getByRole('button', { name: 'Delete user' }))
  rerender(<Deleting onConfirm={onConfirm} busy />)
  await user.click(screen.getByRole('button', { name: 'Delete user' }))
  expect(onConfirm).toHaveBeenCalledTimes(1)
})

test('a dialog that is unmounted returns the focus', async () => {
  const page = (there: boolean) => (
    <>
      <button type="button">Opener</button>
      {there && (
        <Dialog open title="Information" onClose={() => {}}>
          Words
        </Dialog>
      )}
    </>
  )
  const { rerender } = renderWithMessages(page(false))
  const opener = screen.getByText('Opener')
  opener.focus()
  rerender(page(true))
  screen.getByRole('button', { name: 'Close' }).focus()
  rerender(page(false))
  expect(document.activeElement).toBe(opener)
})

test('without Escape, only its button closes it', async () => {
  const onClose = vi.fn()
  renderWithMessages(
    <Dialog open title="Sign in again" escape={false} onClose={onClose}>
      Content
    </Dialog>,
  )
  const dialog = screen.getByRole<HTMLDialogElement>('dialog')
  fireEvent(dialog, new Event('cancel', { cancelable: true }))
  // The browser closes it at the second Escape in a row.
  dialog.removeAttribute('open')
  fireEvent(dialog, new Event('close'))
  expect(dialog.open).toBe(true)
  expect(onClose).not.toHaveBeenCalled()
  await userEvent.click(screen.getByRole('button', { name: 'Close' }))
  expect(onClose).toHaveBeenCalledOnce()
})
