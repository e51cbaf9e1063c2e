import { DISPLAY_LANGUAGES } from '@lintel/contract/display'
import type { DisplayConfiguration, DisplaySettings } from '@lintel/contract/display'
import type { IntercomSettings } from './intercom-settings.ts'
import type { Parameters } from './parameters.ts'
import type { Phonebook } from './phonebook/phonebook.ts'
import type { WelcomeImage } from './welcome-image.ts'

/** Where the welcome image is. B §7. */
const IMAGE_PATH = '/vapix/axdsapi/Configuration/DisplayConfiguration/welcomeImage'

/** All settings of the display. */
export type AllDisplaySettings = {
  [Name in keyof DisplaySettings]-?: NonNullable<DisplaySettings[Name]>
}

interface DisplayParts {
  intercomSettings: Pick<IntercomSettings, 'get'>
  parameters: Pick<Parameters, 'get'>
  phonebook: Pick<Phonebook, 'find'>
}

/**
 * The settings of the display, with factory values in place of those that were never set. Until
 * somebody chooses a language, the display has that of the device.
 */
export function displaySettings(parts: DisplayParts): AllDisplaySettings {
  const stored = parts.intercomSettings.get().DisplayConfiguration ?? {}
  const { receptionCallGroup: reception = '' } = stored
  return {
    selectedLanguage:
      stored.selectedLanguage ?? parts.parameters.get('root.Properties.System.Language'),
    showWelcomeImage: stored.showWelcomeImage ?? false,
    showFindContact: stored.showFindContact ?? true,
    showKeypadLink: stored.showKeypadLink ?? false,
    welcomeTitle: stored.welcomeTitle ?? '',
    welcomeSubTitle: stored.welcomeSubTitle ?? '',
    // The call group may have been removed since.
    receptionCallGroup: parts.phonebook.find(reception)?.type === 'Rule' ? reception : '',
  }
}

/** The same as clients read it. */
export const displayConfiguration = (
  parts: DisplayParts & { welcomeImage: Pick<WelcomeImage, 'describe'> },
): DisplayConfiguration => ({
  ...displaySettings(parts),
  supportedLanguages: DISPLAY_LANGUAGES,
  welcomeImage: welcomeImageAddress(parts.welcomeImage),
})

/** Another address for each image, so that nobody shows a former one. */
export function welcomeImageAddress(image: Pick<WelcomeImage, 'describe'>): string {
  const described = image.describe()
  return described ? `${IMAGE_PATH}?version=${described.hash.slice(0, 16)}` : ''
}
