import { OWN_CALLS } from '@lintel/contract/firmware'
import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { renderWithMessages } from '@lintel/ui/testing/render'
import { afterEach, expect, test, vi } from 'vitest'
import { setFirmware } from '../app/device.ts'
import { SiteHead } from './site-head.tsx'
import { catalogues } from './catalogues.ts'

afterEach(() => {
  vi.unstubAllGlobals()
  setFirmware(new Map())
})

test('a question asked again shows no failure of the last time', async () => {
  const user = userEvent.setup()
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('no connection')))
  setFirmware(new Map([[OWN_CALLS, '1.0']]))
  renderWithMessages(
    <SiteHead name="Yard" version={undefined} onChanged={() => Promise.resolve()} />,
    'en',
    catalogues,
  )
  await user.click(screen.getByRole('button', { name: 'End the site' }))
  const dialog = screen.getByRole('alertdialog')
  await user.click(screen.getAllByRole('button', { name: 'End the site' }).at(-1) ?? dialog)
  await screen.findByText(/The device doesn't answer/)
  await user.click(screen.getByRole('button', { name: 'Cancel' }))
  await user.click(screen.getByRole('button', { name: 'End the site' }))
  expect(screen.queryByText(/The device doesn't answer/)).toBeNull()
})
