/** A day in milliseconds. */
export const DAY = 86_400_000

/**
 * Maximum validity in days: browsers and Apple's systems refuse server certificates that are valid
 * for longer.
 */
export const SERVER_DAYS = 397

/**
 * The validity period of a certificate created now. It starts a day earlier, because other clocks
 * differ.
 * @param now UTC milliseconds, like the result
 */
export const validFor = (days: number, now: number): [from: number, until: number] => [
  now - DAY,
  now + (days - 1) * DAY,
]
