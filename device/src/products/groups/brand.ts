import { brand } from '@lintel/contract/parameters/brand'
import type { Product } from '@lintel/contract/products/product'
import type { Definition } from '../../state/definition.ts'
import { group } from '../group.ts'

export function brandGroup({ brand: names, number }: Product): Definition[] {
  return group(
    'Brand',
    brand,
    { read: 'viewer', write: 'never' },
    {
      Brand: names.name,
      ProdFullName: names.fullName,
      ProdNbr: number,
      ProdShortName: names.shortName,
      ProdType: names.type,
      ProdVariant: '',
      WebURL: names.website,
    },
  )
}
