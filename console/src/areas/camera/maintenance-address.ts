/**
 * Whether an address is that of a maintenance page among the system tools of the camera page.
 * Source: console specification A §2 "Maintenance"; the address itself is not specified.
 */
export const isMaintenance = (address: string): boolean =>
  /system\/(tools\/)?maintenance(?![\w-])/i.test(address)
