import { useHasText, useText } from '@lintel/ui/i18n'

/** Returns a function that names a value of the device for people; itself if it has no text. */
export function useValueNames(): (kind: 'duplexMode' | 'source', value: string) => string {
  const text = useText()
  const hasText = useHasText()
  return (kind, value) => {
    const id = `audio.${kind}.${value}`
    return hasText(id) ? text(id) : value
  }
}
