import { getPhonebookEntries, setPhonebookEntries } from '@lintel/contract/calls/phonebook'
import { removeWelcomeImage, uploadWelcomeImage } from '@lintel/contract/calls/display-image'
import { getConfiguration, updateConfiguration } from '@lintel/contract/calls/intercom'
import type { CallOptions } from '@lintel/contract/client'
import { CALL_BUTTON_RULE } from '@lintel/contract/rules/phonebook'
import { queryOptions } from '@tanstack/react-query'
import { device } from '../../app/device.ts'
import type { ImageValue } from '../../app/image/image.ts'
import { uploadImage } from '../../app/image/upload-image.ts'
import { saveAtOnce } from '../../app/stored/save-at-once.ts'
import { PartlySaved, readingQuery, storedSetting } from '../../app/stored/stored-setting.ts'
import type { Reading } from '../../app/stored/stored-setting.ts'
import {
  effectiveScreen,
  inDisplayOrder,
  provesScreen,
  renumbered,
  sameScreen,
  sameSettings,
  screenInput,
  screenValues,
  settingsInput,
  settingsValues,
  storesScreen,
} from './display-values.ts'
import type {
  DisplayOrganisation,
  DisplayState,
  ScreenValues,
  SettingsValues,
} from './display-values.ts'

async function readDisplay(options: CallOptions): Promise<DisplayState> {
  const { Configuration } = await device.call(getConfiguration, {}, options)
  const { DisplayConfiguration: display, PresenceTimeout: presenceTimeout } = Configuration
  return { display, presenceTimeout }
}

const display: Reading<DisplayState> = { key: ['intercom', 'display'], read: readDisplay }

export const displayQuery = readingQuery(display)

/** The home screen, with its image. B §4. */
export const screenSetting = storedSetting<DisplayState, ScreenValues>({
  ...display,
  call: updateConfiguration.id,
  values: screenValues,
  same: sameScreen,
  effective: effectiveScreen,
  stores: storesScreen,
  proves: (state, sent, { before }) => provesScreen(state, sent, before),
  async write(sent, { now, options }) {
    const Configuration = { DisplayConfiguration: screenInput(sent, now.display) }
    await device.call(updateConfiguration, { Configuration }, options)
    // From here on the settings are stored; an image that is not is left in the form.
    try {
      await saveImage(sent.image, now.display?.welcomeImage ?? '')
    } catch (cause) {
      throw new PartlySaved('', { cause, left: ['image'] })
    }
    return undefined
  },
})

/**
 * Stores the welcome image, or removes it, unless it is stored already. B §7.
 * @param stored its address on the device; empty for none
 */
async function saveImage(image: ImageValue, stored: string): Promise<void> {
  if (image === stored) return
  if (typeof image === 'string') await device.call(removeWelcomeImage, {})
  else await uploadImage(uploadWelcomeImage, {}, image)
}

/** The language and the sleep. B §4. */
export const settingsSetting = storedSetting<DisplayState, SettingsValues>({
  ...display,
  call: updateConfiguration.id,
  values: settingsValues,
  same: sameSettings,
  async write(sent, { changed, options }) {
    const Configuration = settingsInput(sent, changed)
    await device.call(updateConfiguration, { Configuration }, options)
    return undefined
  },
})

/** A call group that can be the reception. */
export interface ReceptionGroup {
  id: string
  label: string
}

/** The call groups of the phonebook, without the rule of the call button. */
export const receptionsQuery = queryOptions({
  queryKey: ['phonebook', 'receptions'],
  queryFn: async ({ signal }): Promise<ReceptionGroup[]> => {
    const filter = 'Rule' as const
    const { phonebookEntries } = await device.call(getPhonebookEntries, { filter }, { signal })
    return phonebookEntries
      .filter(({ id }) => id !== CALL_BUTTON_RULE)
      .map(({ id, label }) => ({ id, label }))
  },
})

async function readOrganisations(options: CallOptions): Promise<readonly DisplayOrganisation[]> {
  const filter = 'Organization' as const
  const { phonebookEntries } = await device.call(getPhonebookEntries, { filter }, options)
  return inDisplayOrder(phonebookEntries)
}

/** The organisations in the order of the display. */
const orderSetting = storedSetting<readonly DisplayOrganisation[], { order: readonly string[] }>({
  key: ['phonebook', 'displayOrder'],
  read: readOrganisations,
  call: setPhonebookEntries.id,
  values: (organisations) => ({ order: organisations.map(({ id }) => id) }),
  same: (one, other) => one.order.join(' ') === other.order.join(' '),
  async write({ order }, { now, options }) {
    const phonebookEntries = renumbered(now, order)
    await device.call(setPhonebookEntries, { phonebookEntries }, options)
    return undefined
  },
})

export const organisationsQuery = orderSetting.query

/**
 * Saves an order in place of the one that the person has seen.
 * @throws as `StoredSetting.save`
 */
export const saveOrder = (order: readonly string[], seen: readonly string[]): Promise<void> =>
  saveAtOnce(
    orderSetting,
    () => readOrganisations({}),
    { order },
    { before: { order: seen }, changed: new Set(['order']) },
  )
