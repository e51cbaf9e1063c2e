import { text } from './codec.ts'
import { group } from './group.ts'

/** The product's names; `ProdType` decides its category. */
export const brand = group('Brand', {
  Brand: text(),
  ProdFullName: text(),
  ProdNbr: text(),
  ProdShortName: text(),
  ProdType: text(),
  ProdVariant: text(),
  WebURL: text(),
})
