import type { LanguageCode } from '@lintel/contract/languages'
import type { Happening } from '@lintel/contract/wire'
import { formatReported } from '@lintel/ui/dates'
import { useHasText, useLanguage, useText } from '@lintel/ui/i18n'

/** The values of an event, with times in the form of the page. */
const readable = (values: Happening['values'], language: LanguageCode): Happening['values'] =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      typeof value === 'string' ? formatReported(language, value) : value,
    ]),
  )

/** What an entry of the log says. */
export function useHappeningText(): (happening: Happening) => string {
  const text = useText()
  const language = useLanguage()
  // A device of another version may log events that this page has no text for.
  const hasText = useHasText()
  return ({ id, values }) =>
    hasText(`happened.${id}`) ? text(`happened.${id}`, readable(values, language)) : id
}
