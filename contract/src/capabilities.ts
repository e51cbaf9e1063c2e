/** Product categories and what follows from them. Source: console specification A §1. */
export type Category = 'doorstation' | 'audio' | 'accesscontrol'

/** The category of a device type (`root.Brand.ProdType`). Types that are not listed are audio. */
export function categoryOf(deviceType: string): Category {
  if (deviceType === 'Network Video Door Station' || deviceType === 'Network Video Intercom') {
    return 'doorstation'
  }
  return deviceType === 'Network Door Controller' ? 'accesscontrol' : 'audio'
}

/**
 * What a device can do, as `GetServiceCapabilities` names it. Absent members mean no. Source:
 * console specification A §3 "Device capabilities"; device-api.md.
 */
export interface Capabilities {
  Version: string
  hdmi: boolean
  display: boolean
  reader: boolean
  pinKeypad: boolean
  callKeypad: boolean
  callButton: boolean
  callButtonLED: boolean
  uiLeds: readonly { ledId: string; ledType: string }[]
  /** Line outputs whose gain can be set, and the telecoil's. */
  lineOutGain: boolean
  telecoilOutGain: boolean
  SupportedCards: readonly {
    Name: string
    DisplayName: string
    Category: string
    DataSources: readonly string[]
  }[]
  AccesscontrolIntegrationProtocols: readonly string[]
  /** Pins for the light and beeper of a wired reader. */
  SupportedIOPins: readonly string[]
  SupportedColorNames: readonly string[]
  SupportedKeypressOutputFormatWiegand: readonly string[]
  SupportedCardOutputFormat: readonly string[]
  SupportedFacilityCodeOverrideMode: readonly string[]
  SupportedParityType: readonly string[]
  CompatibilityConfigs: readonly { Name: string; Type: string; Default: string }[]
  SupportedCallButtonIdleBehavior: readonly string[]
  IntegerValidators: readonly { Name: string; Min: number; Max: number }[]
}
