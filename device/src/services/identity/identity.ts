import { getBrand } from '@lintel/contract/calls/identity'
import { serve } from '@lintel/front-door/serve'
import type { Service } from '../service.ts'

/** What the product is called. Source: console specification A §7 "Users and identity". */
export const identityService: Service = ({ parameters, product }) => {
  const brand = (name: string) => parameters.get(`root.Brand.${name}`)
  return {
    calls: [
      serve(getBrand, () => ({
        Brand: {
          Brand: brand('Brand'),
          ProdType: brand('ProdType'),
          ProdNbr: brand('ProdNbr'),
          ProdShortName: brand('ProdShortName'),
          ProdFullName: brand('ProdFullName'),
          ...(product.manual === undefined ? {} : { ManualURL: product.manual }),
        },
      })),
    ],
  }
}
