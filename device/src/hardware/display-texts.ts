import { pickLanguage } from '@lintel/contract/languages'
import type { LanguageCode } from '@lintel/contract/languages'
import de from '../../messages/display/de.json' with { type: 'json' }
import en from '../../messages/display/en.json' with { type: 'json' }
import es from '../../messages/display/es.json' with { type: 'json' }
import fr from '../../messages/display/fr.json' with { type: 'json' }
import it from '../../messages/display/it.json' with { type: 'json' }
import pl from '../../messages/display/pl.json' with { type: 'json' }
import sv from '../../messages/display/sv.json' with { type: 'json' }

/** What the display says, in one language. */
export type DisplayTexts = typeof en

const TEXTS: Record<LanguageCode, Partial<DisplayTexts>> = { en, es, de, it, fr, pl, sv }

/**
 * The texts of the display in a language by its name, and its BCP 47 tag; English for those that
 * are missing.
 */
export function displayTexts(language: string): { tag: LanguageCode; texts: DisplayTexts } {
  const tag = pickLanguage([language])
  return { tag, texts: { ...en, ...TEXTS[tag] } }
}
