import type { Product } from '@lintel/contract/products/product'
import { attributesOf } from './attributes.ts'

/** Calls have no video. */
const MEMBERS: readonly string[] = ['StreamParameters']
const ATTRIBUTES: readonly string[] = [
  'VideoRelayEnabled',
  'VideoDirection',
  'H264PacketizationMode',
]

/** The settings of a product that are stored, but that calls don't depend on. */
export const unusedOf = (product: Product): string[] => [
  ...MEMBERS,
  ...attributesOf(product).flatMap(({ name }) => (ATTRIBUTES.includes(name) ? [name] : [])),
]
