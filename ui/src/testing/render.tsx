import type { LanguageCode } from '@lintel/contract/languages'
import { render } from '@testing-library/react'
import type { ReactElement } from 'react'
import { I18n } from '../i18n.tsx'
import type { Catalogue } from '../i18n.tsx'

const kitWords = import.meta.glob<Catalogue>(
  ['../../messages/ui/*.json', '../../../contract/messages/validation/*.json'],
  { eager: true, import: 'default' },
)

/** The kit's own words. */
const wordsIn = (language: LanguageCode) =>
  Object.entries(kitWords).flatMap(([file, words]) =>
    file.endsWith(`/${language}.json`) ? [words] : [],
  )

/** Renders with the messages of the kit and of the page under test. */
export function renderWithWords(
  element: ReactElement,
  language: LanguageCode = 'en',
  catalogues: readonly Catalogue[] = [],
) {
  return render(element, {
    wrapper: ({ children }) => (
      <I18n language={language} catalogues={[...wordsIn(language), ...catalogues]}>
        {children}
      </I18n>
    ),
  })
}
