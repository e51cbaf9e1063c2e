import type { Definition } from '../state/definition.ts'

/** One product: what it is called and which parameters it has. */
export interface Product {
  /** Product number, `A8307-E`. */
  name: string
  /** In the order in which the device lists them. */
  definitions: readonly Definition[]
}
