/** Milliseconds. */
export const DAY = 86_400_000

/** Browsers and Apple's systems refuse server certificates that are valid for more days. */
export const SERVER_DAYS = 397

/**
 * From when until when a certificate counts that is made now: from a day earlier, as other clocks differ.
 * @param now UTC milliseconds, as those that it gives
 */
export const validFor = (days: number, now: number): [from: number, until: number] => [
  now - DAY,
  now + (days - 1) * DAY,
]
