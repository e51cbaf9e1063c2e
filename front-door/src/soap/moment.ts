/** UTC milliseconds of an `xs:dateTime`, which is UTC without a zone; NaN for any other text. */
export function momentIn(text: string): number {
  const parts = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,9})?)(Z|[+-]\d\d:\d\d)?$/.exec(
    text.trim(),
  )
  return parts ? Date.parse(`${parts[1]}${parts[2] ?? 'Z'}`) : NaN
}
