/** How a device authenticates itself at a network port: by a certificate, or by a name and password. */
export const EAP_METHODS = ['EAPTLS', 'EAPPEAPMSCHAPv2'] as const
export type EapMethod = (typeof EAP_METHODS)[number]

/** The certificate set of each method. */
export const EAP_SETS = {
  EAPTLS: 'EAPTLS_WIRED',
  EAPPEAPMSCHAPv2: 'EAPPEAP_MSCHAPV2_WIRED',
} as const satisfies Record<EapMethod, string>

/** Maximum length of an identity, in characters. Source: public documentation. */
export const IDENTITY_MAX = 128
/** The same of a password. Source: RFC 2759 §1. */
export const EAP_PASSWORD_MAX = 256

/** What a method needs, as far as it is known. */
export interface EapCredentials {
  method: EapMethod
  identity: string
  /** Whether there is a certificate with its private key. */
  certificate: boolean
  /** Whether there is a password. */
  password: boolean
}

/** What settings lack to authenticate the device; the certificate of an authority is optional. */
export function missingFor({
  method,
  identity,
  certificate,
  password,
}: EapCredentials): ('identity' | 'certificate' | 'password')[] {
  return [
    ...(identity.trim() === '' ? (['identity'] as const) : []),
    ...(method === 'EAPTLS' && !certificate ? (['certificate'] as const) : []),
    ...(method === 'EAPPEAPMSCHAPv2' && !password ? (['password'] as const) : []),
  ]
}
