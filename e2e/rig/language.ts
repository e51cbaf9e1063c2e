import { setLanguage } from '@lintel/contract/calls/language'
import type { Rig } from './rig.ts'

/**
 * Sets the device's language, by its English name, as another administrator would. The device has
 * to be set up.
 */
export async function speak({ root }: Pick<Rig, 'root'>, language: string): Promise<void> {
  await root.call(setLanguage, { language })
}
