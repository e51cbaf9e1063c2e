/** The settings of the reader as the device returns them. Source: specification B §3. */
import type { Capabilities } from '@lintel/contract/capabilities'
import type { CardReaderConfiguration } from '@lintel/contract/card-reader'
import type { Validators } from '@lintel/contract/rules/card-reader'

/** Where a device leaves members out. */
const UNTOLD: CardReaderConfiguration = {
  Protocol: 'None',
  CardTypes: [],
  CompatibilityConfiguration: { CompatibilityConfigs: [] },
  WiegandConfiguration: {
    nbrOfLEDPins: 0,
    LED1Pin: '',
    LED2Pin: '',
    beeper: false,
    beeperPin: '',
    LEDColorDefault: '',
    LEDColor0: '',
    LEDColor1: '',
    LEDColor00: '',
    LEDColor01: '',
    LEDColor10: '',
    LEDColor11: '',
    keypressFormat: 'FourBit',
    keypressFacilityCode: 0,
  },
  OSDPConfiguration: { OSDPAddress: 0 },
  IPAccessConfiguration: {
    Scheme: 'https',
    Address: '',
    Username: '',
    Password: '',
    VerifyCertificate: true,
    IPProtocol: 'None',
    RequestAccessConfiguration: [],
  },
  PinConfiguration: { pinLength: 4, pinTimeout: 10 },
  OutputFormat: {
    cardFormat: 'Raw',
    cardFacilityCodeOverrideMode: 'Auto',
    cardFacilityCode: 0,
    Custom: {
      facilityCodeSize: 0,
      cardNumberSize: 0,
      startParity: 'None',
      startParityBits: 0,
      stopParity: 'None',
      stopParityBits: 0,
    },
  },
  CardDataConfigs: [],
}

/** All members, also where the device leaves some out. */
export function readerIn(
  told: Partial<CardReaderConfiguration> | undefined,
): CardReaderConfiguration {
  const { WiegandConfiguration, IPAccessConfiguration, PinConfiguration, OutputFormat } = UNTOLD
  return {
    ...UNTOLD,
    ...told,
    WiegandConfiguration: { ...WiegandConfiguration, ...told?.WiegandConfiguration },
    IPAccessConfiguration: { ...IPAccessConfiguration, ...told?.IPAccessConfiguration },
    PinConfiguration: { ...PinConfiguration, ...told?.PinConfiguration },
    OutputFormat: {
      ...OutputFormat,
      ...told?.OutputFormat,
      Custom: { ...OutputFormat.Custom, ...told?.OutputFormat?.Custom },
    },
  }
}

/** The compatibility setting that reverses the bytes of serial numbers. B §3. */
export const BYTE_REVERSAL = 'ByteReversal'

/** The limits that the device has for numbers. OPEN-97. */
export const validatorsOf = ({ IntegerValidators }: Partial<Capabilities>): Validators =>
  IntegerValidators && { IntegerValidators }
