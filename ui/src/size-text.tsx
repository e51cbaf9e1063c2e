const UNITS = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte'] as const

type Unit = (typeof UNITS)[number]

/**
 * A number of bytes for people, in decimal units: `12.4 MB`.
 * @param language of the page
 * @param smallest the smallest unit to use
 */
export function sizeText(bytes: number, language: string, smallest: Unit = 'byte'): string {
  const fitting = Math.floor(Math.log10(Math.max(bytes, 1)) / 3)
  const step = Math.min(Math.max(fitting, UNITS.indexOf(smallest)), UNITS.length - 1)
  const unit = UNITS[step] ?? 'byte'
  return new Intl.NumberFormat(language, {
    style: 'unit',
    unit,
    // The short form is no abbreviation, and singular in English: "73 byte".
    unitDisplay: unit === 'byte' ? 'long' : 'short',
    maximumFractionDigits: 1,
  }).format(bytes / 1000 ** step)
}
