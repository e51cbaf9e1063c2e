import type { Catalogue, Language } from '@lintel/ui/i18n'
import de from '../../../messages/start/de.json'
import en from '../../../messages/start/en.json'

/** The few words that are needed before, and without, an answer of the device; they come with the app. */
export const startWords: Record<Language, Catalogue> = { en, de }
