import type { AnswerOf, InputOf } from '@lintel/contract/call'
import {
  EAP_MODES,
  EAPOL_VERSIONS,
  getNetworkInfo,
  INTERFACE,
  PEAP_VERSIONS,
} from '@lintel/contract/calls/network-settings'
import type { setWired8021X } from '@lintel/contract/calls/network-settings'
import type { CallOptions } from '@lintel/contract/client'
import {
  EAP_METHODS,
  EAP_PASSWORD_MAX,
  IDENTITY_MAX,
  missingFor,
} from '@lintel/contract/rules/port-access'
import type { EapMethod } from '@lintel/contract/rules/port-access'
import { atMost, firstOf, printable, problem } from '@lintel/contract/rules/problem'
import type { Problem } from '@lintel/contract/rules/problem'
import type { Checked } from '@lintel/ui/form'
import { device } from '../app/device.ts'

/** The settings as the device describes them. */
export type PortAccessInfo = AnswerOf<typeof getNetworkInfo>['devices'][number]['wired']['8021X']

/** The form: the values of both methods, of which one is shown. */
export type PortAccessValues = {
  enabled: boolean
  method: EapMethod
  eapolVersion: string
  tlsIdentity: string
  /** The id of the client certificate; empty for none. */
  certificate: string
  /** Ids of the certificates of authorities, as JSON: one option stands for all that are stored. */
  tlsAuthorities: string
  peapIdentity: string
  /** Empty to keep the stored one, which can't be read. */
  password: string
  peapVersion: string
  label: string
  peapAuthorities: string
}

export async function readPortAccess(options: CallOptions): Promise<PortAccessInfo> {
  const { devices } = await device.call(getNetworkInfo, {}, options)
  const [{ wired }] = devices as [(typeof devices)[number]]
  return wired['8021X']
}

/** The settings of a method. */
function paramsOf({ configurations }: PortAccessInfo, method: EapMethod) {
  const { params = {} } = configurations.find(({ mode }) => mode === EAP_MODES[method]) ?? {}
  const { identity = '', certClient = '', certsCA = [], ...others } = params
  return { identity, certClient, authorities: authoritiesAs(certsCA), ...others }
}

/** Authorities as the value of an option. */
export const authoritiesAs = (ids: readonly string[]): string => JSON.stringify(ids)
export const authoritiesIn = (value: string): string[] => JSON.parse(value) as string[]
/** The value for no authority. */
export const NO_AUTHORITIES = authoritiesAs([])

export const hasPassword = (info: PortAccessInfo): boolean =>
  paramsOf(info, 'EAPPEAPMSCHAPv2').is_password_set === true

export function valuesOf(info: PortAccessInfo): PortAccessValues {
  const tls = paramsOf(info, 'EAPTLS')
  const peap = paramsOf(info, 'EAPPEAPMSCHAPv2')
  return {
    enabled: info.enabled,
    method: EAP_METHODS.find((one) => EAP_MODES[one] === info.mode) ?? 'EAPTLS',
    eapolVersion: tls.eapolVersion ?? EAPOL_VERSIONS[0],
    tlsIdentity: tls.identity,
    certificate: tls.certClient,
    tlsAuthorities: tls.authorities,
    peapIdentity: peap.identity,
    password: '',
    peapVersion: peap.peapVersion ?? PEAP_VERSIONS[1],
    label: String(peap.label ?? 1),
    peapAuthorities: peap.authorities,
  }
}

/** Whether two sets of values are the same, as far as a device tells. */
export const sameValues = (one: PortAccessValues, other: PortAccessValues): boolean =>
  (Object.keys(one) as (keyof PortAccessValues)[]).every(
    (name) => name === 'password' || one[name] === other[name],
  )

const identityRule = firstOf(atMost(IDENTITY_MAX), printable)
const passwordRule = firstOf(atMost(EAP_PASSWORD_MAX), printable)

/** The rules for the method that is chosen. Something may be missing while it is not enabled. */
export function checkPortAccess(
  values: PortAccessValues,
  { passwordStored }: { passwordStored: boolean },
): Checked<PortAccessValues> {
  const { enabled, method, certificate, password } = values
  const isTls = method === 'EAPTLS'
  const identity = isTls ? values.tlsIdentity : values.peapIdentity
  const missing = enabled
    ? missingFor({
        method,
        identity,
        certificate: certificate !== '',
        password: passwordStored || password !== '',
      })
    : []
  const ofIdentity = missing.includes('identity') ? REQUIRED : identityRule(identity)
  const authorities = isTls ? values.tlsAuthorities : values.peapAuthorities
  const advice =
    enabled && authorities === NO_AUTHORITIES
      ? problem('portAccess.authority.recommended')
      : undefined
  if (isTls) {
    return {
      errors: {
        tlsIdentity: ofIdentity,
        certificate: missing.includes('certificate')
          ? problem('portAccess.certificate.required')
          : undefined,
      },
      warnings: { tlsAuthorities: advice },
    }
  }
  return {
    errors: {
      peapIdentity: ofIdentity,
      password: missing.includes('password') ? REQUIRED : passwordRule(password),
    },
    warnings: { peapAuthorities: advice },
  }
}

const REQUIRED: Problem = problem('validation.errorRequired')

/** The values that the device has after a save over `stored`. */
export function writtenOver(stored: PortAccessValues, typed: PortAccessValues): PortAccessValues {
  const { enabled, method, eapolVersion } = typed
  const shared = { ...stored, enabled, method, eapolVersion }
  if (method === 'EAPTLS') {
    const { tlsIdentity, certificate, tlsAuthorities } = typed
    return { ...shared, tlsIdentity, certificate, tlsAuthorities }
  }
  const { peapIdentity, peapVersion, label, peapAuthorities } = typed
  return { ...shared, peapIdentity, peapVersion, label, peapAuthorities }
}

/** What stores the values; of the other method nothing changes. */
export function requestOf(values: PortAccessValues): InputOf<typeof setWired8021X> {
  const { enabled, method, certificate, password, label } = values
  const shared = {
    deviceName: INTERFACE,
    enabled,
    mode: EAP_MODES[method],
    eapolVersion: oneIn(EAPOL_VERSIONS, values.eapolVersion),
  } as const
  if (method === 'EAPTLS') {
    return {
      ...shared,
      identity: values.tlsIdentity,
      certClient: certificate,
      certsCA: authoritiesIn(values.tlsAuthorities),
    }
  }
  return {
    ...shared,
    identity: values.peapIdentity,
    peapVersion: oneIn(PEAP_VERSIONS, values.peapVersion),
    label: label === '2' ? 2 : 1,
    certsCA: authoritiesIn(values.peapAuthorities),
    ...(password !== '' && { password }),
  }
}

const oneIn = <const V extends string>(all: readonly [V, ...V[]], value: string): V =>
  all.find((one) => one === value) ?? all[0]
