import type { Clock } from '../clock/clock.ts'
import type { Log } from '../log.ts'
import type { CertificateStore } from '../state/certificate-store.ts'
import type { OwnCertificate } from '../state/own-certificate.ts'
import type { Media } from './media/types.ts'
import type { Network } from './network/network.ts'
import type { SipParts } from './sip/sip.ts'

/** What the SIP engine needs, from the parts of the device. */
export function sipPartsOf(device: {
  clock: Clock
  log: Log
  media: Media
  network: Pick<Network, 'listening' | 'ipv6'>
  certificates: Pick<CertificateStore, 'all' | 'find' | 'subscribe'>
  ownCertificate: Pick<OwnCertificate, 'current'>
}): SipParts {
  const { clock, log, media, network, certificates, ownCertificate } = device
  return {
    clock,
    log,
    media,
    places: () => [
      network.listening(),
      ...network
        .ipv6()
        .map((address) => address.split('/')[0] ?? '')
        // A link-local address means nothing to others without its zone.
        .filter((address) => !/^fe[89ab]/i.test(address))
        .map((address) => ({ listen: address, address })),
    ],
    certificates: {
      identity(id) {
        if (id === undefined) return ownCertificate.current()
        const { cert, key } = certificates.find(id) ?? {}
        return cert === undefined || key === undefined ? undefined : { cert, key }
      },
      authorities: () =>
        certificates.all().flatMap(({ kind, cert }) => (kind === 'authority' ? [cert] : [])),
      subscribe: (listener) => certificates.subscribe(listener),
    },
  }
}
