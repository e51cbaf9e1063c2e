import * as v from 'valibot'
import { restCall } from '../call.ts'

export const getBrand = restCall({
  id: 'getbrand',
  path: '/axis-cgi/prod_brand_info/getbrand.cgi',
  methods: ['GET'],
  access: 'anyone',
  effect: 'read',
  summary: "Returns the product's names.",
  source: 'A §7 Users and identity',
  proof: 'fixture',
  request: v.object({}),
  data: v.object({
    Brand: v.object({
      Brand: v.string(),
      ProdType: v.string(),
      ProdNbr: v.string(),
      ProdShortName: v.string(),
      ProdFullName: v.string(),
      /** Of our own design: where the user manual is. */
      ManualURL: v.optional(v.string()),
    }),
  }),
})
