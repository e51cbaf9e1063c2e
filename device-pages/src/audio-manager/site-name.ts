import type { Rule } from '@lintel/contract/rules/problem'

const LONGEST = 64

/** The device's rule for the name of a site, with messages of these pages. */
export const siteName: Rule = (name) => {
  if (name === '') return { id: 'audioManager.nameMissing' }
  return name.length > LONGEST
    ? { id: 'audioManager.nameTooLong', values: { max: LONGEST } }
    : undefined
}
