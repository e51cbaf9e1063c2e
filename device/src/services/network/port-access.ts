import type { AnswerOf, InputOf } from '@lintel/contract/call'
import { EAP_MODES } from '@lintel/contract/calls/network-settings'
import type { getNetworkInfo, setWired8021X } from '@lintel/contract/calls/network-settings'
import { Refusal } from '@lintel/contract/fault'
import type { ParameterChanges } from '@lintel/contract/parameters/all'
import { EAP_METHODS } from '@lintel/contract/rules/port-access'
import type { EapMethod } from '@lintel/contract/rules/port-access'
import type { RequestContext } from '@lintel/front-door/serve'
import type { Device } from '../../device.ts'
import type { PortAccessChanges } from '../../engines/port-access/port-access.ts'
import { idsIn } from '../certificates/ids.ts'
import { versionOf } from '../version-of.ts'

type PortAccessInfo = AnswerOf<typeof getNetworkInfo>['devices'][number]['wired']['8021X']
type Requested = InputOf<typeof setWired8021X>

/** What a change of the settings is compared with. */
const NAMES = ['root.Network.Interface.I0.dot1x'] as const

/** The settings of IEEE 802.1X, as the network settings describe them. */
export function portAccessOf({ parameters: { get }, portAccess }: Device): PortAccessInfo {
  const eapolVersion = `EAPoLv${get('root.Network.Interface.I0.dot1x.EAPOLVersion')}`
  const paramsOf: Record<EapMethod, () => PortAccessInfo['configurations'][number]['params']> = {
    EAPTLS() {
      const { own, authorities } = portAccess.certificatesOf('EAPTLS')
      return {
        identity: get('root.Network.Interface.I0.dot1x.EAPTLS.Identity'),
        eapolVersion,
        certClient: own[0] ?? '',
        certsCA: authorities,
      }
    },
    EAPPEAPMSCHAPv2: () => ({
      identity: get('root.Network.Interface.I0.dot1x.EAPPEAPMSCHAPv2.Identity'),
      is_password_set: get('root.Network.Interface.I0.dot1x.EAPPEAPMSCHAPv2.Password') !== '',
      eapolVersion,
      peapVersion: `PEAPv${get('root.Network.Interface.I0.dot1x.EAPPEAPMSCHAPv2.Version')}`,
      label: Number(get('root.Network.Interface.I0.dot1x.EAPPEAPMSCHAPv2.Label')),
      certsCA: portAccess.certificatesOf('EAPPEAPMSCHAPv2').authorities,
    }),
  }
  return {
    enabled: get('root.Network.Interface.I0.dot1x.Enabled'),
    status: get('root.Network.Interface.I0.dot1x.Status'),
    mode: EAP_MODES[get('root.Network.Interface.I0.dot1x.Method')],
    configurations: EAP_METHODS.map((method) => ({
      mode: EAP_MODES[method],
      params: paramsOf[method](),
    })),
    supportedModes: EAP_METHODS.map((method) => EAP_MODES[method]),
  }
}

/** The version of the network settings: that of the parameters, and of the certificates of 802.1X. */
export const settingsVersion = ({ parameters, portAccess }: Device): string =>
  `${parameters.versions.current()}/${setsVersion(portAccess)}`

/** The version of the parameters in that of the network settings. */
export const parametersIn = (version: string): string => version.split('/', 1)[0] ?? ''

const setsVersion = (portAccess: Device['portAccess']): string =>
  versionOf(EAP_METHODS.map((method) => portAccess.certificatesOf(method)))

/** Sets what the request has. Throws a `Refusal`, and then nothing has changed. */
export function setPortAccess(
  device: Device,
  requested: Requested,
  context: Pick<RequestContext, 'groups' | 'mustMatch'>,
): void {
  const { parameters, portAccess } = device
  context.mustMatch(
    (version) =>
      version.endsWith(`/${setsVersion(portAccess)}`) &&
      parameters.versions.isCurrent(parametersIn(version), NAMES),
  )
  const method =
    EAP_METHODS.find((one) => EAP_MODES[one] === requested.mode) ??
    parameters.get('root.Network.Interface.I0.dot1x.Method')
  const certificates = certificatesIn(device, requested, method)
  portAccess.change(
    { parameters: { ...sharedIn(requested), ...credentialsIn(requested, method) }, certificates },
    context.groups,
  )
  if (certificates) device.events.changed('certificates')
}

function sharedIn(requested: Requested): ParameterChanges {
  const { enabled, eapolVersion, peapVersion, label } = requested
  return {
    ...(enabled !== undefined && { 'root.Network.Interface.I0.dot1x.Enabled': enabled }),
    ...(eapolVersion && {
      'root.Network.Interface.I0.dot1x.EAPOLVersion': digitOf(eapolVersion),
    }),
    ...(peapVersion && {
      'root.Network.Interface.I0.dot1x.EAPPEAPMSCHAPv2.Version': digitOf(peapVersion),
    }),
    ...(label && {
      'root.Network.Interface.I0.dot1x.EAPPEAPMSCHAPv2.Label': label === 1 ? '1' : '2',
    }),
  }
}

function credentialsIn({ identity, password }: Requested, method: EapMethod): ParameterChanges {
  if (password !== undefined && method === 'EAPTLS') {
    throw new Refusal('invalid', 'EAP-TLS has no password.')
  }
  return {
    'root.Network.Interface.I0.dot1x.Method': method,
    ...(identity !== undefined && {
      [`root.Network.Interface.I0.dot1x.${method}.Identity`]: identity,
    }),
    ...(password !== undefined && {
      'root.Network.Interface.I0.dot1x.EAPPEAPMSCHAPv2.Password': password,
    }),
  }
}

function certificatesIn(
  { certificates, portAccess }: Device,
  { certClient, certsCA }: Requested,
  method: EapMethod,
): PortAccessChanges['certificates'] {
  if (certClient === undefined && !certsCA) return undefined
  if (certClient !== undefined && certClient !== '' && method !== 'EAPTLS') {
    throw new Refusal('invalid', 'PEAP-MSCHAPv2 has no client certificate.')
  }
  const ids = idsIn(certificates)
  if (certClient !== undefined && certClient !== '') ids.withKey(certClient)
  for (const id of certsCA ?? []) {
    if (ids.known(id).kind === 'authority') continue
    throw new Refusal('invalid', `${id} is not the certificate of an authority.`)
  }
  const before = portAccess.certificatesOf(method)
  const set = {
    ...before,
    ...(certClient !== undefined && { own: certClient === '' ? [] : [certClient] }),
    ...(certsCA && { authorities: certsCA }),
  }
  return { method, set }
}

/** The digit at the end of a version. */
const digitOf = <V extends string>(version: `${string}v${V}`): V => version.slice(-1) as V
