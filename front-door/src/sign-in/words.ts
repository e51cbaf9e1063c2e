import de from '../../messages/sign-in/de.json' with { type: 'json' }
import en from '../../messages/sign-in/en.json' with { type: 'json' }

export type WordId = keyof typeof en

/** The texts of the sign-in page in one language. */
export interface SignInWords {
  /** Language tag for the page. */
  tag: 'en' | 'de'
  readonly word: (id: WordId, values?: Record<string, string>) => string
  /** So many whole seconds, with the unit as the language writes it. */
  readonly seconds: (count: number) => string
}

const TEXTS: Record<SignInWords['tag'], Record<WordId, string>> = { en, de }

/** @param language the device's: a name (`German`) or a tag (`de`, `de-AT`); English otherwise. */
export function wordsFor(language: string): SignInWords {
  const tag = /^(german|de\b)/i.test(language) ? 'de' : 'en'
  const unit = new Intl.NumberFormat(tag, {
    style: 'unit',
    unit: 'second',
    unitDisplay: 'long',
  })
  return {
    tag,
    word: (id, values = {}) =>
      TEXTS[tag][id].replaceAll(/\{(\w+)\}/g, (text, name: string) => values[name] ?? text),
    seconds: (count) => unit.format(count),
  }
}
