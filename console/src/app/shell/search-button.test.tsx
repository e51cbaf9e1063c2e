import type { LanguageCode } from '@lintel/contract/languages'
import type { Catalogue } from '@lintel/ui/i18n'
import { renderWithMessages } from '@lintel/ui/testing/render'
import { screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import de from '../../../messages/shell/de.json'
import en from '../../../messages/shell/en.json'
import { SearchButton } from './search-button.tsx'

const LINUX = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36'
const MAC = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15'

test.each<[LanguageCode, Catalogue, string, string]>([
  ['en', en, LINUX, 'Ctrl K'],
  ['de', de, LINUX, 'Strg K'],
  ['en', en, MAC, '⌘K'],
  ['de', de, MAC, '⌘K'],
])('its shortcut is named as on the keyboard: %s', (language, messages, agent, keys) => {
  vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue(agent)
  const { container } = renderWithMessages(<SearchButton />, language, [messages])
  expect(container.querySelector('kbd')?.textContent).toBe(keys)
  const button = screen.getByRole('button')
  expect(button.getAttribute('aria-keyshortcuts')).toBe('Control+K Meta+K')
})

test('its accessible name is its visible text', () => {
  renderWithMessages(<SearchButton />, 'en', [en])
  expect(screen.getByRole('button', { name: 'Search settings' }).textContent).toContain(
    'Search settings',
  )
})
