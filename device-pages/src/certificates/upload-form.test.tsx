import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { renderWithMessages } from '@lintel/ui/testing/render'
import { expect, test } from 'vitest'
import { UploadForm } from './upload-form.tsx'
import { catalogues } from './catalogues.ts'

const file = (name: string) => new File(['certificate'], name)

test('the name of the file is suggested until a name is typed', async () => {
  const user = userEvent.setup()
  const { container } = renderWithMessages(
    <UploadForm
      certificates={[]}
      again={() => Promise.resolve()}
      onDone={() => {}}
      onCancel={() => {}}
    />,
    'en',
    catalogues,
  )
  const name = screen.getByRole<HTMLInputElement>('textbox', { name: 'Name' })
  const input = container.querySelector<HTMLInputElement>('input[type=file]')
  if (!input) throw new Error('there is no file input')
  // The keyboard passes the field before it comes back to the file.
  await user.click(name)
  await user.tab()
  await user.upload(input, file('gate.pem'))
  expect(name.value).toBe('gate')
  await user.upload(input, file('door.pem'))
  expect(name.value).toBe('door')
  await user.type(name, '-2')
  await user.upload(input, file('gate.pem'))
  expect(name.value).toBe('door-2')
})
