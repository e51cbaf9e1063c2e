import { AUDIO_SITE_SET } from '@lintel/contract/calls/certificates'
import type { AnswerOf } from '@lintel/contract/call'
import type { CertificateDetails, getCertSet } from '@lintel/contract/calls/certificates'
import { EAP_SETS } from '@lintel/contract/rules/port-access'
import { fault, invalid } from '../../certificates/faults.ts'
import type { Device } from '../../device.ts'
import { idsIn } from './ids.ts'

/** The set of the web server, which has its own calls. */
export const WEB_SERVER_SET = 'WebServer'

type WireSet = AnswerOf<typeof getCertSet>['CertSet']

/** The sets of a product, as recorded of devices with these features. */
export const setNamesOf = ({ audio, capabilities }: Device['product']): string[] => [
  WEB_SERVER_SET,
  EAP_SETS.EAPTLS,
  'EAPTLS_WIRED_SERVER',
  EAP_SETS.EAPPEAPMSCHAPv2,
  ...(capabilities ? ['SIP'] : []),
  ...(audio?.output ? [AUDIO_SITE_SET] : []),
]

/** How the MQTT client is named among those who use a certificate. */
const MQTT = 'MQTT'

/** The sets that contain a certificate, and the names of the enabled SIP accounts that use it. */
export function usersOf(
  device: Pick<Device, 'webServer' | 'certificateSets' | 'sipAccounts' | 'mqtt'>,
  id: string,
): Pick<CertificateDetails, 'usedBy' | 'sipAccounts'> {
  const { webServer, certificateSets, sipAccounts, mqtt } = device
  const { CACertID, clientCertID } = mqtt.store.get().client.ssl ?? {}
  return {
    usedBy: [
      ...(webServer.uses(id) ? [WEB_SERVER_SET] : []),
      ...certificateSets.naming(id),
      ...([CACertID, clientCertID].includes(id) ? [MQTT] : []),
    ],
    sipAccounts: sipAccounts
      .all()
      .filter((one) => one.Enabled && one.Transport === 'tls' && one.Certificate === id)
      .map(({ Name }) => Name),
  }
}

/** Throws a `Refusal` for a set that the product lacks. */
export function readSet(
  { product, webServer, certificateSets }: Device,
  name: string,
): Required<WireSet> {
  checkSet(product, name)
  const { certificate } = webServer.settings()
  const { own, authorities, trusted } =
    name === WEB_SERVER_SET
      ? { own: certificate === '' ? [] : [certificate], authorities: [], trusted: [] }
      : certificateSets.get(name)
  return {
    Certificates: { Id: own },
    CACertificates: { Id: authorities },
    TrustedCertificates: { Id: trusted },
  }
}

/**
 * Throws a `Refusal` unless every certificate exists and is of the right kind, and whatever uses the
 * set has all that it needs.
 */
export function writeSet(device: Device, name: string, set: WireSet): void {
  const { product, certificates, certificateSets, portAccess } = device
  checkSet(product, name)
  if (name === WEB_SERVER_SET) {
    throw invalid('The certificate of the web server is set by SetWebServerTlsConfiguration.')
  }
  const own = set.Certificates.Id
  const authorities = set.CACertificates?.Id ?? []
  const trusted = set.TrustedCertificates?.Id ?? []
  const ids = idsIn(certificates)
  for (const id of own) {
    if (ids.known(id).kind === 'own') continue
    throw fault('CertificateID', `${id} is the certificate of an authority.`)
  }
  for (const id of authorities) {
    if (ids.known(id).kind === 'authority') continue
    throw fault('CertificateID', `${id} is not the certificate of an authority.`)
  }
  for (const id of trusted) ids.known(id)
  portAccess.checkSet(name, { own, authorities, trusted })
  certificateSets.put(name, { own, authorities, trusted })
}

function checkSet(product: Device['product'], name: string): void {
  if (setNamesOf(product).includes(name)) return
  throw invalid(`There is no set ${name.slice(0, 64)}.`)
}
