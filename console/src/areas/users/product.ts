import { categoryOf } from '@lintel/contract/capabilities'
import { brand } from '../../app/start/brand.ts'

/** Whether the product belongs to the audio category, where administrators get no PTZ group. A §6. */
export function isAudio(): boolean {
  return categoryOf(brand.get()?.ProdType ?? '') === 'audio'
}
