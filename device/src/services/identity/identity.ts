import { getBrand } from '@lintel/contract/calls/identity'
import { serve } from '@lintel/front-door/serve'
import type { Service } from '../service.ts'

/** The product's name. Source: console specification A §7 "Users and identity". */
export const identityService: Service = ({ parameters, product }) => {
  const { get } = parameters
  return {
    calls: [
      serve(getBrand, () => ({
        Brand: {
          Brand: get('root.Brand.Brand'),
          ProdType: get('root.Brand.ProdType'),
          ProdNbr: get('root.Brand.ProdNbr'),
          ProdShortName: get('root.Brand.ProdShortName'),
          ProdFullName: get('root.Brand.ProdFullName'),
          ...(product.manual === undefined ? {} : { ManualURL: product.manual }),
        },
      })),
    ],
  }
}
