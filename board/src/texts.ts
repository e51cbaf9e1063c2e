import de from '../messages/start/de.json' with { type: 'json' }
import en from '../messages/start/en.json' with { type: 'json' }

/** The messages of the command line. */
export type StartText = keyof typeof en

export type Say = (id: StartText, values?: Record<string, string | number>) => string

/** The command line's words in the language of the environment (POSIX locale variables). */
export function startTexts(env: NodeJS.ProcessEnv): Say {
  const locale = env['LC_ALL'] || env['LC_MESSAGES'] || env['LANG'] || ''
  const catalogue: Record<StartText, string> = /^de/i.test(locale) ? de : en
  return (id, values = {}) =>
    catalogue[id].replaceAll(/\{(\w+)\}/g, (hole, name: string) => String(values[name] ?? hole))
}
