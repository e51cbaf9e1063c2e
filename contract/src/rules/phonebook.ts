/** What the phonebook accepts, for forms and the device. Source: specification B §5, §9. */
import { atMost, firstOf, printable, problem, required } from './problem.ts'
import type { Problem, Rule } from './problem.ts'

/** The types of entries. B §3. */
export const ENTRY_TYPES = [
  'Organization',
  'Group',
  'Person',
  'Rule',
  'CallInfo',
  'Fallback',
] as const
export type EntryType = (typeof ENTRY_TYPES)[number]

/** The rule of the call button; every device has it. B §9. */
export const CALL_BUTTON_RULE = 'default.CallButtonRule'

/** The longest id of an entry. Own. */
export const ENTRY_ID_MAX = 64
/** B §9. */
export const ORGANISATION_LABEL_MAX = 30
export const SPEED_DIAL_MAX = 6
export const RECIPIENTS_MAX = 6
/** Names of contacts, departments and call groups, and descriptions. Own: the specification has no limit. */
export const NAME_MAX = 256
/** How many call groups the display shows. B §4, OPEN-60. */
export const GROUPS_ON_DISPLAY_MAX = 2

/** The largest image in bytes, and its extensions. B §9. */
export const IMAGE_MAX = 20_971_520
export const IMAGE_TYPES = ['jpg', 'jpeg', 'bmp', 'png'] as const

/** First bytes of an image file. B §5. */
const SIGNATURES = {
  'image/bmp': [0x42, 0x4d],
  'image/jpeg': [0xff, 0xd8],
  'image/png': [0x89, 0x50, 0x4e, 0x47],
} as const
export type ImageType = keyof typeof SIGNATURES

/** The type of an image by its first four bytes; undefined if it is none that devices show. */
export function imageTypeOf(start: Uint8Array): ImageType | undefined {
  const types = Object.keys(SIGNATURES) as ImageType[]
  return types.find((type) => SIGNATURES[type].every((byte, place) => start[place] === byte))
}

/** The problem of an image file by its size and first bytes. */
export function checkImage(size: number, start: Uint8Array): Problem | undefined {
  if (size > IMAGE_MAX) return problem('validation.imageFileTooBig')
  return imageTypeOf(start) ? undefined : problem('validation.invalidImageFile')
}

export const organisationLabel: Rule = firstOf(required, atMost(ORGANISATION_LABEL_MAX), printable)

/** Optional names of a contact, and descriptions. */
export const name: Rule = firstOf(atMost(NAME_MAX), printable)

/** The name of a call group or department. */
export const requiredName: Rule = firstOf(required, name)

/** A speed dial: digits, `*` and `|` (OPEN-54). Empty is valid where it may be. */
export const speedDial =
  (isRequired: boolean): Rule =>
  (value) => {
    if (value === '') return isRequired ? required(value) : undefined
    if (!/^[\d*|]+$/.test(value)) return problem('phonebook.invalidPhoneNumber')
    return atMost(SPEED_DIAL_MAX)(value)
  }

/** Whether speed dials are required, by what the device is. B §1, OPEN-51. */
export const needsSpeedDial = (device: { callKeypad: boolean; number: string }): boolean =>
  device.callKeypad && device.number !== 'A8307-E'

/** Whether contacts have departments, by what the device is. B §1, OPEN-53. */
export const hasDepartments = (device: { display: boolean; number: string }): boolean =>
  !device.display && device.number !== 'A8307-E'

/** The name of a contact for people: both parts, or the one there is. */
export const fullName = ({ firstName, lastName }: { firstName: string; lastName: string }) =>
  `${firstName} ${lastName}`.trim()

/** The attribute that puts a call group on the display (OPEN-61). */
export const ON_DISPLAY = 'ButtonOnDisplay'

/** Whether a call group is on the display, by its attributes in either of their two shapes. */
export const isOnDisplay = (
  attributes: readonly { Name: string; Value: string }[] | undefined,
): boolean =>
  attributes?.some(({ Name, Value }) => Name === ON_DISPLAY && Value === 'true') === true
