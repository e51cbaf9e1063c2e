import type { LanguageCode } from '@lintel/contract/languages'
import { render } from '@testing-library/react'
import type { ReactElement } from 'react'
import { I18n } from '../i18n.tsx'
import type { Catalogue } from '../i18n.tsx'

const KIT = import.meta.glob<Catalogue>(
  ['../../messages/ui/*.json', '../../../contract/messages/validation/*.json'],
  { eager: true, import: 'default' },
)

/** The catalogues of the kit in a language. */
const kitIn = (language: LanguageCode) =>
  Object.entries(KIT).flatMap(([file, catalogue]) =>
    file.endsWith(`/${language}.json`) ? [catalogue] : [],
  )

/** Renders with the messages of the kit and of the page under test. */
export function renderWithMessages(
  element: ReactElement,
  language: LanguageCode = 'en',
  catalogues: readonly Catalogue[] = [],
) {
  return render(element, {
    wrapper: ({ children }) => (
      <I18n language={language} catalogues={[...kitIn(language), ...catalogues]}>
        {children}
      </I18n>
    ),
  })
}
