/** Manuals of known models, for devices that don't name theirs. */
const MANUALS: Record<string, string> = {
  'A8105-E': 'https://help.axis.com/axis-a8105-e',
  'A8207-VE': 'https://help.axis.com/axis-a8207-ve',
  'A8307-E': 'https://help.axis.com/axis-a8307-e',
  'I8016-LVE': 'https://help.axis.com/axis-i8016-lve',
  'C1310-E': 'https://help.axis.com/axis-c1310-e',
  C1410: 'https://help.axis.com/axis-c1410',
  A1601: 'https://help.axis.com/axis-a1601',
}

/**
 * The URL of a product's manual: the device's own, if it is a web address, else that of the model;
 * undefined without either.
 */
export function manualOf(
  brand: { ProdNbr: string; ManualURL?: string | undefined } | undefined,
): string | undefined {
  if (!brand) return undefined
  if (brand.ManualURL !== undefined && /^https?:\/\//i.test(brand.ManualURL)) return brand.ManualURL
  return Object.hasOwn(MANUALS, brand.ProdNbr) ? MANUALS[brand.ProdNbr] : undefined
}
