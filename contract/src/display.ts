/**
 * The settings of the display as devices hold them. Source: specification B §3 "Display
 * configuration"; device-calls.md #32.
 */
import * as v from 'valibot'
import { LANGUAGES } from './languages.ts'
import { DISPLAY_TEXT_MAX } from './rules/display.ts'
import { ENTRY_ID_MAX } from './rules/phonebook.ts'

/** The languages that the display offers, as the device names them. B §9. */
export const DISPLAY_LANGUAGES: readonly string[] = LANGUAGES.filter(({ offered }) => offered).map(
  ({ name }) => name,
)

const line = v.pipe(
  v.string(),
  v.trim(),
  v.maxLength(DISPLAY_TEXT_MAX),
  v.check((value) => !/\p{Cc}/u.test(value), 'No control characters.'),
)

/** What a write may set; what it leaves out stays. */
const settings = {
  /** A name in `LANGUAGES`. */
  selectedLanguage: v.optional(
    v.pipe(
      v.string(),
      v.check((value) => LANGUAGES.some(({ name }) => name === value), 'No such language.'),
    ),
  ),
  /** Whether the home screen shows the welcome image, if there is one, or the title and subtitle. */
  showWelcomeImage: v.optional(v.boolean()),
  /** Whether visitors can look for contacts. */
  showFindContact: v.optional(v.boolean()),
  /** Whether visitors can enter a PIN on the display. */
  showKeypadLink: v.optional(v.boolean()),
  /** With both texts empty, the display welcomes by itself. */
  welcomeTitle: v.optional(line),
  welcomeSubTitle: v.optional(line),
  /** Own: the id of the call group that the home screen shows as the reception; empty for none. */
  receptionCallGroup: v.optional(v.pipe(v.string(), v.maxLength(ENTRY_ID_MAX))),
}

/** Members that clients write back as they have read them. */
const readOnly = {
  supportedLanguages: v.optional(v.pipe(v.array(v.string()), v.readonly())),
  welcomeImage: v.optional(v.string()),
}

export const writtenDisplay = v.strictObject({ ...settings, ...readOnly })

/** The settings that a person may change. */
const changeable = v.object(settings)
export type DisplaySettings = v.InferOutput<typeof changeable>

export const returnedDisplay = v.object({
  ...settings,
  supportedLanguages: v.pipe(v.array(v.string()), v.readonly()),
  /** The address of the image, another one for each image; empty if there is none. */
  welcomeImage: v.string(),
})

/** The settings as devices return them; those that one lacks are absent. */
export type DisplayConfiguration = v.InferOutput<typeof returnedDisplay>
