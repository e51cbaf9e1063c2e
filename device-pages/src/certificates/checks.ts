import { FILE_BYTES_MAX } from '@lintel/contract/calls/certificates'
import { isServerName, NAMES_MAX } from '@lintel/contract/rules/certificate'
import type { Problem } from '@lintel/contract/rules/problem'
import { problem } from '@lintel/contract/rules/problem'

/** Maximum length of a certificate's name and of a common name (RFC 5280 appendix A.1). */
const LONGEST = 64

/** The name of a new certificate on the device. */
export function checkName(name: string, taken: readonly string[]): Problem | undefined {
  const id = name.trim()
  if (id === '') return problem('certificates.nameMissing')
  if (id.length > LONGEST) return problem('certificates.tooLong')
  return taken.includes(id) ? problem('certificates.nameTaken') : undefined
}

/** A host name or an address: browsers accept nothing else (RFC 9525 §2). */
export function checkCommonName(typed: string): Problem | undefined {
  const name = typed.trim()
  if (name === '') return problem('certificates.commonNameMissing')
  if (name.length > LONGEST) return problem('certificates.tooLong')
  return isServerName(name) ? undefined : problem('certificates.nameWrong', { name })
}

/** Host names and addresses; names the first that is neither. */
export function checkNames(typed: string): Problem | undefined {
  const names = namesIn(typed)
  const wrong = names.find((name) => !isServerName(name))
  if (wrong !== undefined) {
    return problem('certificates.nameWrong', { name: wrong.slice(0, LONGEST) })
  }
  return names.length > NAMES_MAX
    ? problem('certificates.tooManyNames', { max: NAMES_MAX })
    : undefined
}

/** Two letters (ISO 3166-1), or nothing. */
export const checkCountry = (country: string): Problem | undefined =>
  /^(?:[a-z]{2})?$/i.test(country.trim()) ? undefined : problem('certificates.countryWrong')

export function checkDays(days: string, max: number): Problem | undefined {
  const valid = /^\d{1,5}$/.test(days.trim()) && Number(days) >= 1 && Number(days) <= max
  return valid ? undefined : problem('certificates.daysWrong', { max })
}

export function checkFile(file: File | null): Problem | undefined {
  if (!file) return problem('certificates.fileMissing')
  if (file.size === 0) return problem('ui.emptyFile')
  return file.size > FILE_BYTES_MAX ? problem('certificates.fileTooLarge') : undefined
}

/** Suggests a name from a file name. */
export const nameFrom = ({ name }: File): string => name.replace(/\.[^.]*$/, '').slice(0, LONGEST)

/** Splits names separated by commas, semicolons, spaces or line breaks. */
export const namesIn = (text: string): string[] => text.split(/[\s,;]+/).filter(Boolean)
