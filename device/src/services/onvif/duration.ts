/**
 * Milliseconds of an `xs:duration` of days, hours, minutes and seconds, such as `PT1M30S`;
 * undefined for any other text, months and years included.
 */
export function durationIn(text: string): number | undefined {
  const parts =
    /^P(?:(\d{1,6})D)?(?:T(?:(\d{1,6})H)?(?:(\d{1,6})M)?(?:(\d{1,9}(?:\.\d{1,9})?)S)?)?$/.exec(
      text.trim(),
    )
  if (!parts || !/\d[DHMS]$/.test(text.trim())) return undefined
  const [days = 0, hours = 0, minutes = 0, seconds = 0] = parts
    .slice(1)
    .map((part: string | undefined) => Number(part ?? 0))
  return (((days * 24 + hours) * 60 + minutes) * 60 + seconds) * 1000
}

/** `PT60S` */
export const durationOf = (seconds: number): string => `PT${seconds}S`
