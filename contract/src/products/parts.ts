/** Parts of capabilities that several products share. */
import { INPUT_GAINS, OUTPUT_GAINS } from '../audio-gains.ts'
import type { Capabilities } from '../capabilities.ts'
import type { AudioInput, AudioOutput } from './product.ts'

/** A device with none of these capabilities. */
export const BARE: Capabilities = {
  Version: '1.3',
  hdmi: false,
  display: false,
  reader: false,
  pinKeypad: false,
  callKeypad: false,
  callButton: false,
  callButtonLED: false,
  uiLeds: [],
  lineOutGain: false,
  telecoilOutGain: false,
  SupportedCards: [],
  AccesscontrolIntegrationProtocols: [],
  SupportedIOPins: [],
  SupportedColorNames: [],
  SupportedKeypressOutputFormatWiegand: [],
  SupportedCardOutputFormat: [],
  SupportedFacilityCodeOverrideMode: [],
  SupportedParityType: [],
  CompatibilityConfigs: [],
  SupportedCallButtonIdleBehavior: [],
  IntegerValidators: [],
}

export const CALL_BUTTON = {
  callButton: true,
  callButtonLED: true,
  SupportedCallButtonIdleBehavior: ['Automatic', 'Off', 'On'],
} as const satisfies Partial<Capabilities>

/** A reader, its card types, and its link to a door controller. */
export const READER = {
  reader: true,
  SupportedCards: [
    {
      Name: 'MIFARE_DESFire',
      DisplayName: 'MIFARE DESFire',
      Category: 'Smartcard',
      DataSources: ['CSN', 'Data', 'SecureId'],
    },
    {
      Name: 'MIFARE_Plus',
      DisplayName: 'MIFARE Plus',
      Category: 'Smartcard',
      DataSources: ['CSN'],
    },
    {
      Name: 'MIFARE_Classic',
      DisplayName: 'MIFARE Classic',
      Category: 'Smartcard',
      DataSources: ['CSN', 'Data'],
    },
    {
      Name: 'MIFARE_Ultralight',
      DisplayName: 'MIFARE Ultralight',
      Category: 'Smartcard',
      DataSources: ['CSN', 'Data'],
    },
    { Name: 'UID/CSN', DisplayName: 'UID/CSN', Category: 'Any', DataSources: ['CSN'] },
  ],
  AccesscontrolIntegrationProtocols: ['None', 'IPAccess', 'OSDP', 'Wiegand'],
  SupportedIOPins: ['I1', 'I2'],
  SupportedColorNames: ['Off', 'Red', 'Green', 'Amber', 'Blue', 'White'],
  SupportedKeypressOutputFormatWiegand: [
    'FourBit',
    'EightBitZeroPadded',
    'EightBitInvertPadded',
    'Wiegand26',
    'Wiegand34',
    'Wiegand37',
    'Wiegand37FacilityCode',
  ],
  SupportedCardOutputFormat: [
    'Raw',
    'Wiegand26',
    'Wiegand34',
    'Wiegand37',
    'Wiegand37FacilityCode',
    'Custom',
  ],
  SupportedFacilityCodeOverrideMode: ['Auto', 'Optional', 'Override'],
  SupportedParityType: ['None', 'Even', 'Odd', 'Fix0', 'Fix1'],
  CompatibilityConfigs: [{ Name: 'ByteReversal', Type: 'bool', Default: 'false' }],
  // The limits of the specification; the public documentation has 0 to 32 and 1 to 60.
  IntegerValidators: [
    { Name: 'pinLength', Min: 1, Max: 32 },
    { Name: 'pinTimeout', Min: 3, Max: 50 },
  ],
} as const satisfies Partial<Capabilities>

/** The microphone in the housing. */
export const MICROPHONE: AudioInput = {
  types: ['internal'],
  gains: INPUT_GAINS,
}

export const LOUDSPEAKER: AudioOutput = { gains: OUTPUT_GAINS }
