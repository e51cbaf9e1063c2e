import { pickLanguage } from '@lintel/contract/languages'
import type { LanguageCode } from '@lintel/contract/languages'
import de from '../messages/start/de.json' with { type: 'json' }
import en from '../messages/start/en.json' with { type: 'json' }
import es from '../messages/start/es.json' with { type: 'json' }
import fr from '../messages/start/fr.json' with { type: 'json' }
import it from '../messages/start/it.json' with { type: 'json' }
import pl from '../messages/start/pl.json' with { type: 'json' }
import sv from '../messages/start/sv.json' with { type: 'json' }

/** The messages of the command line. */
export type StartText = keyof typeof en

export type Say = (id: StartText, values?: Record<string, string | number>) => string

const TEXTS: Record<LanguageCode, Partial<typeof en>> = { en, es, de, it, fr, pl, sv }

/** The command line's messages in the language of the environment (POSIX locale variables). */
export function startTexts(env: NodeJS.ProcessEnv): Say {
  const locale = env['LC_ALL'] || env['LC_MESSAGES'] || env['LANG'] || ''
  const catalogue = { ...en, ...TEXTS[pickLanguage([locale])] }
  return (id, values = {}) =>
    catalogue[id].replaceAll(/\{(\w+)\}/g, (hole, name: string) => String(values[name] ?? hole))
}
