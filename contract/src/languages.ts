/** The languages of the interface. Source: console specification A §1 (OPEN-04, OPEN-05). */
export interface InterfaceLanguage {
  /** BCP 47 tag, and the name of the catalogue files. */
  code: string
  /** Its spelling in `root.Properties.System.Language`. */
  name: string
  /** Its name for itself. */
  ownName: string
  /** Whether the language page offers it; the others apply when the device is set to them. */
  offered: boolean
}

export const LANGUAGES = [
  { code: 'en', name: 'English', ownName: 'English', offered: true },
  { code: 'es', name: 'Spanish', ownName: 'Español', offered: true },
  { code: 'de', name: 'German', ownName: 'Deutsch', offered: true },
  { code: 'it', name: 'Italian', ownName: 'Italiano', offered: true },
  { code: 'fr', name: 'French', ownName: 'Français', offered: true },
  { code: 'pl', name: 'Polish', ownName: 'Polski', offered: false },
  { code: 'sv', name: 'Swedish', ownName: 'Svenska', offered: false },
] as const satisfies readonly InterfaceLanguage[]

export type LanguageCode = (typeof LANGUAGES)[number]['code']

/**
 * The language for a device setting, a browser's tag or a POSIX locale: a name (`German`) or a code
 * (`de`, `de-AT`, `de_AT.UTF-8`), in either case. Undefined if we don't have it.
 */
export function languageFor(setting: string): LanguageCode | undefined {
  const wanted = setting.trim().toLowerCase()
  const tag = wanted.split(/[-_.@]/)[0]
  return LANGUAGES.find(({ code, name }) => name.toLowerCase() === wanted || code === tag)?.code
}

/** The first of the preferred languages (see `languageFor`) that we have, else English. */
export function pickLanguage(wanted: readonly string[]): LanguageCode {
  for (const one of wanted) {
    const language = languageFor(one)
    if (language) return language
  }
  return 'en'
}
