/** What a product can do because of its hardware. */
import type { Product } from '@lintel/contract/products/product'

/** Whether it can hear its own loudspeaker. */
export const testsItsSpeaker = ({ audio }: Product): boolean =>
  audio?.output !== undefined && audio.input !== undefined

/** Whether it can hear what happens in front of it. */
export const detectsSound = ({ audio }: Product): boolean => audio?.input !== undefined
