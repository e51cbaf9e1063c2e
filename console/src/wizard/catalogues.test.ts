import { pickLanguage } from '@lintel/contract/languages'
import type { LanguageCode } from '@lintel/contract/languages'
import { loadMessages } from '@lintel/ui/load-messages'
import { expect, test } from 'vitest'
import { languages } from './catalogues.ts?languages'

/** The title of its first page. */
const TITLES: Record<LanguageCode, string> = {
  en: 'Choose the root password',
  es: 'Elija la contraseña de root',
  de: 'root-Passwort festlegen',
  it: 'Scegliere la password di root',
  fr: 'Choisissez le mot de passe de root',
  pl: 'Wybierz hasło użytkownika root',
  sv: 'Välj lösenord för root',
}

test.each(Object.entries(TITLES))(
  'a browser in %s has a wizard in that language (SHELL-98)',
  async (code, title) => {
    const { language, catalogues } = await loadMessages(
      languages,
      pickLanguage([`${code}-CH`, 'en']),
    )
    expect(language).toBe(code)
    const texts: Record<string, unknown> = Object.assign({}, ...catalogues)
    expect(texts['wizard.password.title']).toBe(title)
  },
)
