import type { LanguageCode } from '@lintel/contract/languages'
import type { Happening } from '@lintel/contract/wire'
import { formatDuration, formatReported } from '@lintel/ui/dates'
import { useHasText, useLanguage, useText } from '@lintel/ui/i18n'

const MINUTE = 60

/** How far the clock was moved; in whole minutes unless it is less than two. */
function moved(language: LanguageCode, seconds: number): string {
  const rounded = seconds < 2 * MINUTE ? seconds : Math.round(seconds / MINUTE) * MINUTE
  return formatDuration(language, rounded)
}

/** The values of an event, with times in the form of the page. */
const readable = ({ id, values }: Happening, language: LanguageCode): Happening['values'] =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      typeof value === 'string'
        ? formatReported(language, value)
        : id === 'clockAdvanced'
          ? moved(language, value)
          : value,
    ]),
  )

/** Returns the function that puts an event of the log into words. */
export function useHappeningText(): (happening: Happening) => string {
  const text = useText()
  const language = useLanguage()
  // A device of another version may log events that this page has no text for.
  const hasText = useHasText()
  return (happening) => {
    const { id } = happening
    if (!hasText(`happened.${id}`)) return id
    const values = readable(happening, language)
    const { door: number } = values
    // The doors of a door controller are named in the language of the page.
    const named = number === undefined ? {} : { name: text('bench.door.number', { number }) }
    return text(`happened.${id}`, { ...values, ...named })
  }
}
