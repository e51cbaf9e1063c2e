/**
 * The settings of the display as its forms have them. The device's record and the form name the same
 * things differently (OPEN-108); this is the only place that knows both. Source: specification B §3
 * "Display configuration".
 */
import type { DisplayConfiguration, DisplaySettings } from '@lintel/contract/display'
import type { PhonebookEntry } from '@lintel/contract/phonebook-entries'
import {
  SLEEP_DEFAULT,
  SLEEP_WARM,
  sleepSeconds as checkSleep,
  welcomeText,
} from '@lintel/contract/rules/display'
import { found, problem } from '@lintel/contract/rules/problem'
import type { Errors } from '@lintel/contract/rules/problem'
import { hasImage, imageProblem, provesImage } from '../../app/image/image.ts'
import type { ImageValues } from '../../app/image/image.ts'

/** What the device has. */
export interface DisplayState {
  /** Undefined on devices whose firmware does not have it. */
  display: DisplayConfiguration | undefined
  /** Seconds; those that apply now, while the device is too warm. */
  presenceTimeout: number | undefined
}

/** The home screen. DISPLAY-06. */
export type ScreenValues = ImageValues & {
  homeScreenType: 'text' | 'logo'
  welcomeText: string
  subtext: string
  showContactButtonHomeScreen: boolean
  showButtonKeypad: boolean
  /** The id of a call group; empty for none. */
  reception: string
}

/** The language and the sleep. DISPLAY-06. */
export type SettingsValues = {
  /** As the device names it. */
  language: string
  sleepModeSetting: 'default' | 'custom'
  /** Seconds. */
  sleepSeconds: string
}

export function screenValues({ display }: DisplayState): ScreenValues | undefined {
  return (
    display && {
      homeScreenType: display.showWelcomeImage === true ? 'logo' : 'text',
      welcomeText: display.welcomeTitle ?? '',
      subtext: display.welcomeSubTitle ?? '',
      showContactButtonHomeScreen: display.showFindContact ?? false,
      showButtonKeypad: display.showKeypadLink ?? false,
      reception: display.receptionCallGroup ?? '',
      image: display.welcomeImage,
    }
  )
}

/**
 * What is written of the home screen; the image has calls of its own.
 * @param now what the device has: one without a reception refuses to get one
 */
export function screenInput(
  values: ScreenValues,
  now: DisplayConfiguration | undefined,
): DisplaySettings {
  const isLogo = values.homeScreenType === 'logo'
  return {
    showWelcomeImage: isLogo,
    ...(isLogo ? {} : { welcomeTitle: values.welcomeText, welcomeSubTitle: values.subtext }),
    showFindContact: values.showContactButtonHomeScreen,
    showKeypadLink: values.showButtonKeypad,
    ...(now?.receptionCallGroup !== undefined && { receptionCallGroup: values.reception }),
  }
}

/**
 * What a save stores: fields that the type hides keep what the device has, and texts have no blanks
 * at their ends there.
 */
export const effectiveScreen = (typed: ScreenValues, before: ScreenValues): ScreenValues =>
  typed.homeScreenType === 'logo'
    ? { ...typed, welcomeText: before.welcomeText, subtext: before.subtext }
    : {
        ...typed,
        welcomeText: typed.welcomeText.trim(),
        subtext: typed.subtext.trim(),
        image: before.image,
      }

/** @param stored the address of the image on the device; empty for none */
export function checkScreen(values: ScreenValues, stored: string): Errors<ScreenValues> {
  if (values.homeScreenType === 'text') {
    return found<ScreenValues>({
      welcomeText: welcomeText(values.welcomeText),
      subtext: welcomeText(values.subtext),
    })
  }
  // Removing the stored image is a change of its own (OPEN-122).
  const isMissing = values.image === '' && stored === ''
  return found<ScreenValues>({
    image: isMissing ? problem('validation.errorRequired') : imageProblem(values.image),
  })
}

/** What is in the first call of a save, as text, to compare it. */
const storedPart = (values: ScreenValues): string =>
  JSON.stringify([
    values.homeScreenType,
    values.welcomeText,
    values.subtext,
    values.showContactButtonHomeScreen,
    values.showButtonKeypad,
    values.reception,
  ])

export const sameScreen = (one: ScreenValues, other: ScreenValues): boolean =>
  storedPart(one) === storedPart(other) && one.image === other.image

const storesValues = (state: DisplayState, sent: ScreenValues): boolean => {
  const now = screenValues(state)
  return now !== undefined && storedPart(now) === storedPart(sent)
}

const imageOf = ({ display }: DisplayState): string => display?.welcomeImage ?? ''

/** Whether the device has what was sent. */
export const storesScreen = (state: DisplayState, sent: ScreenValues): boolean =>
  storesValues(state, sent) && hasImage(imageOf(state), sent.image)

/** Whether that is certain, as what is in a stored image is not. */
export const provesScreen = (
  state: DisplayState,
  sent: ScreenValues,
  before: ScreenValues,
): boolean => storesValues(state, sent) && provesImage(imageOf(state), sent.image, before.image)

export function settingsValues(state: DisplayState): SettingsValues | undefined {
  const { display, presenceTimeout = SLEEP_DEFAULT } = state
  return (
    display && {
      language: display.selectedLanguage ?? '',
      sleepModeSetting: presenceTimeout === SLEEP_DEFAULT ? 'default' : 'custom',
      sleepSeconds: String(presenceTimeout),
    }
  )
}

/** The seconds that the form stands for. */
const sleepIn = (values: SettingsValues): number =>
  values.sleepModeSetting === 'default' ? SLEEP_DEFAULT : Number(values.sleepSeconds)

/** @param state that of the device, whose sleep another client may have set to more than 200 s */
export function checkSettings(
  { sleepModeSetting, sleepSeconds }: SettingsValues,
  { presenceTimeout }: DisplayState,
): Errors<SettingsValues> {
  const isTyped = sleepModeSetting === 'custom' && sleepSeconds !== String(presenceTimeout)
  return found<SettingsValues>({ sleepSeconds: isTyped ? checkSleep(sleepSeconds) : undefined })
}

/**
 * Whether both are stored alike. A device that is too warm reads as 5 s whatever is set, so those
 * equal every other time (OPEN-106).
 */
export function sameSettings(one: SettingsValues, other: SettingsValues): boolean {
  const [first, second] = [sleepIn(one), sleepIn(other)]
  return (
    one.language === other.language &&
    (first === second || first === SLEEP_WARM || second === SLEEP_WARM)
  )
}

/** What a person has changed of them: 5 s that nobody chose are not stored. */
export function settingsInput(
  sent: SettingsValues,
  changed: ReadonlySet<string>,
): { PresenceTimeout?: number; DisplayConfiguration?: DisplaySettings } {
  const sleeps = changed.has('sleepModeSetting') || changed.has('sleepSeconds')
  return {
    ...(sleeps && { PresenceTimeout: sleepIn(sent) }),
    ...(changed.has('language') && { DisplayConfiguration: { selectedLanguage: sent.language } }),
  }
}

/** The attribute that orders the organisations. B §4. */
const ORDER = 'DisplayOrder'

/** An organisation as the display orders it. DISPLAY-05. */
export type DisplayOrganisation = Pick<PhonebookEntry, 'id' | 'label' | 'UIAttributes' | 'version'>

const placeOf = ({ UIAttributes }: DisplayOrganisation): number => {
  const place = UIAttributes?.find(({ Name }) => Name === ORDER)?.Value ?? ''
  return /^\d+$/.test(place) ? Number(place) : Number.MAX_SAFE_INTEGER
}

/** The organisations by their place, then by id; those without a place come last. DISPLAY-11. */
export const inDisplayOrder = <O extends DisplayOrganisation>(organisations: readonly O[]): O[] =>
  organisations.toSorted(
    (one, other) => placeOf(one) - placeOf(other) || (one.id < other.id ? -1 : 1),
  )

/** The organisations whose place has to change for an order of all ids, with it. DISPLAY-10. */
export function renumbered(
  organisations: readonly DisplayOrganisation[],
  order: readonly string[],
) {
  return organisations.flatMap((one) => {
    const place = order.indexOf(one.id) + 1
    if (place === 0 || placeOf(one) === place) return []
    const others = (one.UIAttributes ?? []).filter(({ Name }) => Name !== ORDER)
    const UIAttributes = [...others, { Name: ORDER, Value: String(place) }]
    const version = one.version === undefined ? {} : { version: one.version }
    return [{ id: one.id, type: 'Organization' as const, UIAttributes, ...version }]
  })
}
