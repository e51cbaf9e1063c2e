import { a8307e } from './a8307-e.ts'
import type { Product } from './product.ts'

const PRODUCTS: readonly Product[] = [a8307e]

/** The product with this number; an unknown one is a programming error of the board and throws. */
export function productCalled(name: string): Product {
  const product = PRODUCTS.find((known) => known.name === name)
  if (!product) throw new Error(`no product ${name}`)
  return product
}
