import { a1601 } from './a1601.ts'
import { a8105e } from './a8105-e.ts'
import { a8207ve } from './a8207-ve.ts'
import { a8307e } from './a8307-e.ts'
import { c1310e } from './c1310-e.ts'
import { c1410 } from './c1410.ts'
import { i8016lve } from './i8016-lve.ts'
import type { Product } from './product.ts'

/** Every product that can be started; the first one is the default. */
export const PRODUCTS: readonly [Product, ...Product[]] = [
  a8307e,
  a8207ve,
  i8016lve,
  a8105e,
  c1310e,
  c1410,
  a1601,
]

/** The product with this number; throws for an unknown one, which is a programming error. */
export function productCalled(number: string): Product {
  const product = PRODUCTS.find((known) => known.number === number)
  if (!product) throw new Error(`no product ${number}`)
  return product
}
