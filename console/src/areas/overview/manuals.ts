/** Where the manuals of known models are. */
const MANUALS: Record<string, string> = {
  'A8105-E': 'https://help.axis.com/axis-a8105-e',
  'A8207-VE': 'https://help.axis.com/axis-a8207-ve',
  'A8307-E': 'https://help.axis.com/axis-a8307-e',
  'I8016-LVE': 'https://help.axis.com/axis-i8016-lve',
  'C1310-E': 'https://help.axis.com/axis-c1310-e',
  C1410: 'https://help.axis.com/axis-c1410',
  A1601: 'https://help.axis.com/axis-a1601',
}

/** The address of a model's manual; undefined for a model that is not known. */
export function manualOf(productNumber: string | undefined): string | undefined {
  return productNumber !== undefined && Object.hasOwn(MANUALS, productNumber)
    ? MANUALS[productNumber]
    : undefined
}
