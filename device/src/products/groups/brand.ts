import type { Definition } from '../../state/definition.ts'
import { group, text } from '../group.ts'

type Names = Record<'ProdFullName' | 'ProdNbr' | 'ProdShortName' | 'ProdType', string>

/** What the product is called; `ProdType` gives its category. */
export function brand(names: Names): Definition[] {
  return group(
    'Brand',
    { read: 'viewer', write: 'never' },
    {
      Brand: text('AXIS'),
      ProdFullName: text(names.ProdFullName),
      ProdNbr: text(names.ProdNbr),
      ProdShortName: text(names.ProdShortName),
      ProdType: text(names.ProdType),
      ProdVariant: text(''),
      WebURL: text('http://www.axis.com'),
    },
  )
}
