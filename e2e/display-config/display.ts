/** The display of the device, as tests read and set it. */
import { getBench } from '@lintel/contract/bench'
import { getConfiguration, updateConfiguration } from '@lintel/contract/calls/intercom'
import { getPhonebookEntries } from '@lintel/contract/calls/phonebook'
import type { DisplaySettings } from '@lintel/contract/display'
import type { Rig } from '../rig/rig.ts'

/** The settings of the display, read directly from the device. */
export async function displayOn(rig: Rig) {
  const { Configuration } = await rig.root.call(getConfiguration, {})
  const { DisplayConfiguration: display, PresenceTimeout } = Configuration
  if (!display) throw new Error('the device tells nothing of its display')
  return { ...display, PresenceTimeout }
}

/** Sets settings of the display, as another client does. */
export const writeDisplay = (rig: Rig, DisplayConfiguration: DisplaySettings) =>
  rig.root.call(updateConfiguration, { Configuration: { DisplayConfiguration } })

/** What visitors see. */
export const shownOn = async (rig: Rig) => (await rig.bench.call(getBench, {})).display

/** The labels of the organisations by their place on the display. */
export async function organisationsOn(rig: Rig): Promise<string[]> {
  const { phonebookEntries } = await rig.root.call(getPhonebookEntries, { filter: 'Organization' })
  const placeOf = (entry: (typeof phonebookEntries)[number]) =>
    Number(entry.UIAttributes?.find(({ Name }) => Name === 'DisplayOrder')?.Value)
  return phonebookEntries
    .toSorted((one, other) => placeOf(one) - placeOf(other))
    .map(({ label }) => label)
}
