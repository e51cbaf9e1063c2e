/** Product categories and what follows from them. Source: console specification A §1. */
export type Category = 'doorstation' | 'audio' | 'accesscontrol'

/** The category of a device type (`root.Brand.ProdType`). Any type that is not named is audio. */
export function categoryOf(deviceType: string): Category {
  if (deviceType === 'Network Video Door Station' || deviceType === 'Network Video Intercom') {
    return 'doorstation'
  }
  return deviceType === 'Network Door Controller' ? 'accesscontrol' : 'audio'
}
