import type { GetParameter, ParameterChanges } from '@lintel/contract/parameters/all'
import { EAP_SETS, missingFor } from '@lintel/contract/rules/port-access'
import type { EapMethod } from '@lintel/contract/rules/port-access'
import { invalid } from '../../certificates/faults.ts'
import type { CertificateSet, CertificateSets } from '../../state/certificate-sets.ts'
import type { CertificateStore } from '../../state/certificate-store.ts'
import type { Database } from '../../state/database.ts'
import type { Parameters } from '../../state/parameters.ts'
import type { Engine } from '../engine.ts'

/** Changes of the settings; what is left out stays. */
export interface PortAccessChanges {
  /** At least one: what is set is checked as a whole. */
  parameters: ParameterChanges
  /** The certificates of one method. */
  certificates?: { method: EapMethod; set: CertificateSet } | undefined
}

/**
 * The settings by which the device would authenticate itself at its network port (IEEE 802.1X): stored
 * and kept complete while they are enabled. The port is the host's, so the device never does it, and
 * `root.Network.Interface.I0.dot1x.Status` stays `Stopped`.
 */
export interface PortAccess extends Engine {
  /** The certificates of a method. */
  certificatesOf(method: EapMethod): CertificateSet
  /**
   * Sets parameters and certificates on behalf of a caller, all or none. Throws a `Refusal`: invalid
   * values, no right, or something missing while it is enabled.
   */
  change(changes: PortAccessChanges, caller: readonly string[]): void
  /** Throws a `Refusal` if the enabled settings would not be complete with this certificate set. */
  checkSet(name: string, set: CertificateSet): void
}

const PREFIX = 'root.Network.Interface.I0.dot1x'

const MISSING = {
  identity: 'an identity',
  certificate: 'a client certificate with its private key',
  password: 'a password',
}

export function openPortAccess(parts: {
  database: Pick<Database, 'tx'>
  parameters: Pick<Parameters, 'get' | 'encode' | 'update' | 'guard'>
  certificates: Pick<CertificateStore, 'find'>
  certificateSets: Pick<CertificateSets, 'get' | 'put'>
}): PortAccess {
  const { database, parameters, certificates, certificateSets } = parts
  const certificatesOf = (method: EapMethod) => certificateSets.get(EAP_SETS[method])

  function check(get: GetParameter, setOf: (method: EapMethod) => CertificateSet): void {
    if (!get(`${PREFIX}.Enabled`)) return
    const method = get(`${PREFIX}.Method`)
    const missing = missingFor({
      method,
      identity: get(`${PREFIX}.${method}.Identity`),
      certificate: setOf(method).own.some((id) => certificates.find(id)?.key !== undefined),
      password: get(`${PREFIX}.EAPPEAPMSCHAPv2.Password`) !== '',
    })
    if (missing.length === 0) return
    const wanted = missing.map((one) => MISSING[one]).join(' and ')
    throw invalid(`IEEE 802.1X needs ${wanted}.`)
  }

  parameters.guard([PREFIX], (get) => check(get, certificatesOf))

  return {
    certificatesOf,
    change({ parameters: changes, certificates: used }, caller) {
      database.tx(() => {
        if (used) certificateSets.put(EAP_SETS[used.method], used.set)
        // The guard sees the new certificates too.
        parameters.update(parameters.encode(changes), caller)
      })
    },
    checkSet(name, set) {
      check(parameters.get, (method) => (EAP_SETS[method] === name ? set : certificatesOf(method)))
    },
  }
}
