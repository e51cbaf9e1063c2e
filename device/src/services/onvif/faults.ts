import { Refusal } from '@lintel/contract/fault'

/**
 * A fault of an ONVIF service. `Sender`: the request is wrong; `Receiver`: the device can't do it.
 */
export const onvifFault = (
  whose: 'Sender' | 'Receiver',
  [code, subcode]: readonly [code: string, subcode: string],
  message: string,
): Refusal => new Refusal('invalid', message, [whose, `ter:${code}`, `ter:${subcode}`])

/** Something that the request names doesn't exist. */
export const unknownOne = (
  subcode: 'NoProfile' | 'NoConfig' | 'NoVideoSource',
  message: string,
): Refusal => onvifFault('Sender', ['InvalidArgVal', subcode], message)
