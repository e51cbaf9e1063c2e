import { pickLanguage } from '@lintel/contract/languages'
import type { LanguageCode } from '@lintel/contract/languages'
import de from '../../messages/sign-in/de.json' with { type: 'json' }
import en from '../../messages/sign-in/en.json' with { type: 'json' }
import es from '../../messages/sign-in/es.json' with { type: 'json' }
import fr from '../../messages/sign-in/fr.json' with { type: 'json' }
import it from '../../messages/sign-in/it.json' with { type: 'json' }
import pl from '../../messages/sign-in/pl.json' with { type: 'json' }
import sv from '../../messages/sign-in/sv.json' with { type: 'json' }

export type TextId = keyof typeof en

/** The texts of the sign-in page in one language. */
export interface SignInTexts {
  /** Language tag for the page. */
  tag: LanguageCode
  readonly text: (id: TextId, values?: Record<string, string>) => string
  /** A number of whole seconds, with the unit as the language writes it. */
  readonly seconds: (count: number) => string
}

const CATALOGUES: Record<LanguageCode, Partial<typeof en>> = { en, es, de, it, fr, pl, sv }

/**
 * @param language the device's: a name (`German`) or a tag (`de`, `de-AT`); falls back to English
 */
export function textsFor(language: string): SignInTexts {
  const tag = pickLanguage([language])
  const texts = { ...en, ...CATALOGUES[tag] }
  const unit = new Intl.NumberFormat(tag, {
    style: 'unit',
    unit: 'second',
    unitDisplay: 'long',
  })
  return {
    tag,
    text: (id, values = {}) =>
      texts[id].replaceAll(/\{(\w+)\}/g, (whole, name: string) => values[name] ?? whole),
    seconds: (count) => unit.format(count),
  }
}
