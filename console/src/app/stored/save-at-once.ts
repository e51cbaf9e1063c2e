import { isLost } from '@lintel/contract/fault'
import type { Basis, StoredSetting } from './stored-setting.ts'

/**
 * Saves what a person has changed outside of a form. A save whose answer was lost counts as made if
 * the device turns out to have it.
 * @throws as `StoredSetting.save`
 */
export async function saveAtOnce<S, V extends object>(
  setting: StoredSetting<S, V>,
  read: () => Promise<S>,
  sent: V,
  basis: Basis<V>,
): Promise<void> {
  await setting.save(sent, basis).catch(async (fault: unknown) => {
    if (!isLost(fault) || !setting.proves(await read(), sent, basis)) throw fault
  })
}
