const UNITS = [
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
] as const

/** How long ago, in the current language: `3 minutes ago`; less than a minute is `now`. */
export function ago(language: string, seconds: number): string {
  const [unit, size] = UNITS.find(([, length]) => seconds >= length) ?? ['second', Infinity]
  const format = new Intl.RelativeTimeFormat(language, { numeric: 'auto' })
  return format.format(0 - Math.floor(seconds / size), unit)
}
