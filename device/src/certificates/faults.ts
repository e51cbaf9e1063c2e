import { Refusal } from '@lintel/contract/fault'

/**
 * A refusal with a fault code of ONVIF Core, "Certificate management".
 * @param subcode without its prefix: `CertificateID`, `KeysNotMatching`
 */
export const fault = (subcode: string, message: string): Refusal =>
  new Refusal('invalid', message, ['Sender', 'ter:InvalidArgVal', `ter:${subcode}`])

/** The same refusal without a subcode. */
export const invalid = (message: string): Refusal =>
  new Refusal('invalid', message, ['Sender', 'ter:InvalidArgVal'])
