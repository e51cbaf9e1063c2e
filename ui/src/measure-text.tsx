/**
 * How numbers with a unit are written, in the language of the page: `21 °C`, `5 s`, `0.5%`. Sizes
 * are in `size-text.tsx`, dates and lengths of time in `dates.tsx`. Catalogues follow the same rule
 * (`tools/catalogues.mjs`).
 */
import type { LanguageCode } from '@lintel/contract/languages'
import { withMinusSign } from './minus-sign.tsx'

/** Symbols that are the same in all languages. */
export type UnitSymbol = '°C' | 's' | 'min' | 'h'

/**
 * `21 °C`. Intl would write `21°C` in English, `21 st. C` in Polish and `5 sec` for seconds.
 * @param digits of the number: at most one of the fraction unless they say otherwise
 */
export function measureText(
  language: LanguageCode,
  value: number,
  symbol: UnitSymbol,
  digits: Intl.NumberFormatOptions = { maximumFractionDigits: 1 },
): string {
  const number = withMinusSign(new Intl.NumberFormat(language, digits).format(value))
  // No-break spaces: French has narrow ones.
  return `${number}${language === 'fr' ? '\u202F' : '\u00A0'}${symbol}`
}

/**
 * `0.5%`, or `0,5 %` in languages with a space.
 * @param percent from 0 to 100
 * @param digits of the fraction, at most
 */
export const percentText = (language: LanguageCode, percent: number, digits = 1): string =>
  new Intl.NumberFormat(language, { style: 'percent', maximumFractionDigits: digits }).format(
    percent / 100,
  )
