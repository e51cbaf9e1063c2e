import { categoryOf } from '../capabilities.ts'
import type { Product } from './product.ts'

type Readers = Pick<Product, 'brand' | 'capabilities' | 'ports'>

const isController = ({ brand }: Pick<Product, 'brand'>) =>
  categoryOf(brand.type) === 'accesscontrol'

/** Whether its readers have keypads of their own, as those at the doors of a controller do. */
export const readersHaveKeypads = (product: Readers): boolean =>
  isController(product) && readersOf(product) > 0

/** How many card readers a product has: a door controller has one at each door, one for each relay. */
export function readersOf(product: Readers): number {
  if (!product.capabilities?.reader) return 0
  return isController(product) ? product.ports.outputs : 1
}
