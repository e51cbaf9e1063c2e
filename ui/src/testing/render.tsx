import { render } from '@testing-library/react'
import type { ReactElement } from 'react'
import { I18n } from '../i18n.tsx'
import type { Catalogue, Language } from '../i18n.tsx'
import { words as de } from '../words-de.ts'
import { words as en } from '../words-en.ts'

const kitWords: Record<Language, Catalogue[]> = { en, de }

/** Renders with the kit's words and those of the page under test. */
export function renderWithWords(
  element: ReactElement,
  language: Language = 'en',
  catalogues: readonly Catalogue[] = [],
) {
  return render(element, {
    wrapper: ({ children }) => (
      <I18n language={language} catalogues={[...kitWords[language], ...catalogues]}>
        {children}
      </I18n>
    ),
  })
}
