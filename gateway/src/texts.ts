import { pickLanguage } from '@lintel/contract/languages'
import type { LanguageCode } from '@lintel/contract/languages'
import de from '../messages/gateway/de.json' with { type: 'json' }
import en from '../messages/gateway/en.json' with { type: 'json' }
import es from '../messages/gateway/es.json' with { type: 'json' }
import fr from '../messages/gateway/fr.json' with { type: 'json' }
import it from '../messages/gateway/it.json' with { type: 'json' }
import pl from '../messages/gateway/pl.json' with { type: 'json' }
import sv from '../messages/gateway/sv.json' with { type: 'json' }

export type GatewayText = keyof typeof en

export type Say = (id: GatewayText, values?: Readonly<Record<string, string | number>>) => string

const CATALOGUES: Record<LanguageCode, Partial<typeof en>> = { en, es, de, it, fr, pl, sv }

/** The texts of the gateway's pages and of its command line in a language (BCP 47 tag). */
export function textsIn(language: LanguageCode): Say {
  const texts = { ...en, ...CATALOGUES[language] }
  return (id, values = {}) =>
    texts[id].replaceAll(/\{(\w+)\}/g, (hole, name: string) => String(values[name] ?? hole))
}

/** The language of the environment (POSIX locale variables). */
export const systemLanguage = (env: NodeJS.ProcessEnv): LanguageCode =>
  pickLanguage([env['LC_ALL'] || env['LC_MESSAGES'] || env['LANG'] || ''])
