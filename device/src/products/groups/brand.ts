import type { Product } from '@lintel/contract/products/product'
import type { Definition } from '../../state/definition.ts'
import { group, text } from '../group.ts'

/** What the product is called; `ProdType` gives its category. */
export function brand({ brand: names, number }: Product): Definition[] {
  return group(
    'Brand',
    { read: 'viewer', write: 'never' },
    {
      Brand: text(names.name),
      ProdFullName: text(names.fullName),
      ProdNbr: text(number),
      ProdShortName: text(names.shortName),
      ProdType: text(names.type),
      ProdVariant: text(''),
      WebURL: text(names.website),
    },
  )
}
