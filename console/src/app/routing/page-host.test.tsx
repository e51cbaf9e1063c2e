import { I18n, useText } from '@lintel/ui/i18n'
import { fireEvent, render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { PageHost } from './page-host.tsx'
import type { Page } from './page-table.ts'

function Form() {
  const text = useText()
  return <input aria-label={text('users.note')} />
}

const page: Page = {
  path: '/users',
  role: 'admin',
  titleId: 'pages.users',
  load: () => Promise.resolve(Form),
}

const shownIn = (language: 'en' | 'de') => (
  <I18n language={language} catalogues={[]}>
    <PageHost page={page} />
  </I18n>
)

test('a page keeps what is typed while it loads in another language (SHELL-97)', async () => {
  const { rerender } = render(shownIn('en'))
  const input: HTMLInputElement = await screen.findByRole('textbox', {}, { timeout: 10_000 })
  const english = input.getAttribute('aria-label')
  fireEvent.change(input, { target: { value: 'newcomer' } })
  rerender(shownIn('de'))
  expect(screen.getByRole('textbox')).toBe(input)
  await expect.poll(() => input.getAttribute('aria-label'), { timeout: 10_000 }).not.toBe(english)
  expect(input.value).toBe('newcomer')
  expect(input.isConnected).toBe(true)
})
