import { setLanguage } from '@lintel/contract/calls/language'
import { Refusal } from '@lintel/contract/fault'
import { LANGUAGES, languageFor } from '@lintel/contract/languages'
import { serveChange } from '@lintel/front-door/serve'
import type { Service } from '../service.ts'

/** The language of the device's pages and display. Source: console specification A §7; OPEN-05. */
export const languageService: Service = ({ parameters }) => ({
  calls: [
    serveChange(setLanguage, ({ language }) => {
      const code = languageFor(language)
      const known = LANGUAGES.find((one) => one.code === code)
      if (!known) throw new Refusal('invalid', 'unsupported language')
      parameters.set({ 'root.Properties.System.Language': known.name })
      return null
    }),
  ],
})
