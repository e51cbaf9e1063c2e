import type { SipConfiguration } from '@lintel/contract/calls/sip'
import { Refusal } from '@lintel/contract/fault'
import type { Product } from '@lintel/contract/products/product'
import type { Plugged } from '@lintel/contract/wire'
import { member } from '@lintel/contract/member'
import { checkPorts, natServer, proxyServer } from '@lintel/contract/rules/sip'
import type { SipSettingsStore } from '../../state/sip-settings.ts'
import { attributesOf, completed } from './attributes.ts'

/** Seconds that an incoming call rings on a device with factory settings. Own design. */
const ANSWERING_TIMEOUT = 60

/** The registered ports (RFC 3261 §19.1.2), unless the board has others for its device. */
const SIP_PORT = 5060
const LAST_PORT = 65_535

export interface ConfigurationParts {
  product: Product
  plugged: Pick<Plugged, 'ports'>
  settings: Pick<SipSettingsStore, 'configuration' | 'turnPasswords'>
}

/** The settings of a device that nobody has changed. Source: device-api.md §8. */
function factoryConfiguration({ product, plugged }: ConfigurationParts): SipConfiguration {
  const { sip } = plugged.ports
  const SIPPort = sip >= 1024 && sip < LAST_PORT ? sip : SIP_PORT
  return {
    SIPEnabled: false,
    SIPPort,
    SIPTLSPort: SIPPort + 1,
    RTPStartPort: 4000,
    STUNEnabled: false,
    STUNServers: [],
    TURNEnabled: false,
    TURNServers: [],
    ICEEnabled: false,
    AllowIncomingCalls: false,
    ApplyUserAuthentication: false,
    AllowedUsers: [],
    ApplyAllowedURIs: false,
    AllowedURIs: [],
    ApplyAccessList: false,
    AccessList: [],
    AccessListPolicy: 'Allow',
    CallingTimeout: 60,
    AnsweringTimeout: ANSWERING_TIMEOUT,
    SIPProxies: [],
    StreamParameters: '',
    Attribute: completed(attributesOf(product), []),
  }
}

/** The settings in force. */
export function currentConfiguration(parts: ConfigurationParts): SipConfiguration {
  const stored = parts.settings.configuration()
  return {
    ...factoryConfiguration(parts),
    ...stored,
    Attribute: completed(attributesOf(parts.product), stored.Attribute ?? []),
  }
}

/**
 * The settings after a change.
 * @param keep whether absent members keep their values
 * @throws Refusal `invalid` for settings that the device can't have
 */
export function changedConfiguration(
  parts: ConfigurationParts,
  change: Partial<SipConfiguration>,
  keep: boolean,
): Partial<SipConfiguration> {
  const definitions = attributesOf(parts.product)
  const before = keep ? parts.settings.configuration() : {}
  const next = {
    ...before,
    ...change,
    Attribute: completed(definitions, [...(before.Attribute ?? []), ...(change.Attribute ?? [])]),
  }
  for (const definition of definitions) {
    const value = next.Attribute.find((one) => one.Name === definition.name)?.Value
    if (value !== undefined && !definition.accepts(value)) throw wrong(definition.name)
  }
  const whole = { ...factoryConfiguration(parts), ...next }
  const [equal] = Object.keys(checkPorts(whole))
  if (equal !== undefined) {
    throw new Refusal('invalid', `Parameter '${equal}' is the number of another port.`)
  }
  checkNat(whole, parts.settings)
  for (const proxy of whole.SIPProxies) {
    const server = member(proxy, 'Server')
    if (typeof server === 'string' && proxyServer(server)) throw wrong('SIPProxies.Server')
  }
  // TURN is a part of ICE (RFC 8656).
  return whole.TURNEnabled ? { ...next, ICEEnabled: true } : next
}

function checkNat(
  { STUNEnabled, STUNServers, TURNEnabled, TURNServers }: SipConfiguration,
  settings: ConfigurationParts['settings'],
): void {
  if (STUNEnabled && !everyServer(STUNServers)) throw wrong('STUNServers')
  if (!TURNEnabled) return
  if (!everyServer(TURNServers)) throw wrong('TURNServers')
  const stored = settings.configuration().TURNServers ?? []
  const passwords = settings.turnPasswords()
  for (const { Server, Username, Password } of TURNServers) {
    const place = stored.findIndex((one) => one.Server === Server && one.Username === Username)
    if (Username === '' || !(Password || passwords[place])) {
      throw new Refusal('invalid', 'A TURN server needs a user name and a password.')
    }
  }
}

const everyServer = (servers: readonly { Server: string }[]): boolean =>
  servers.length > 0 && servers.every(({ Server }) => natServer(Server) === undefined)

const wrong = (name: string) => new Refusal('invalid', `Parameter '${name}' is not valid.`)
