import type { Catalogue, Language } from '@lintel/ui/i18n'

const languages = {
  en: () => import('../../messages/wizard/en.json'),
  de: () => import('../../messages/wizard/de.json'),
} satisfies Record<Language, () => Promise<{ default: Catalogue }>>

/** The wizard's own words. */
export async function loadWords(language: Language): Promise<Catalogue> {
  return (await languages[language]()).default
}
