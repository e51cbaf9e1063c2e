import { categoryOf } from '../capabilities.ts'
import type { Product } from './product.ts'

/** How many card readers a product has: a door controller has one at each door, one for each relay. */
export function readersOf({
  brand,
  capabilities,
  ports,
}: Pick<Product, 'brand' | 'capabilities' | 'ports'>): number {
  if (!capabilities?.reader) return 0
  return categoryOf(brand.type) === 'accesscontrol' ? ports.outputs : 1
}
