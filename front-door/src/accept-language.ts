import type { IncomingMessage } from 'node:http'
import { pickLanguage } from '@lintel/contract/languages'
import type { LanguageCode } from '@lintel/contract/languages'

/**
 * The language of a browser, from its Accept-Language (RFC 9110 §12.5.4), which browsers write most
 * wanted first. English if it wants none of ours.
 */
export const languageOf = ({ headers }: Pick<IncomingMessage, 'headers'>): LanguageCode =>
  pickLanguage(
    (headers['accept-language'] ?? '').split(',').map((part) => part.split(';')[0] ?? ''),
  )
