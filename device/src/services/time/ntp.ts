import {
  getNtpInfo,
  getNtpVersions,
  POLL_EXPONENTS,
  setNtpClient,
} from '@lintel/contract/calls/ntp'
import { Refusal } from '@lintel/contract/fault'
import type { ParameterChanges } from '@lintel/contract/parameters/all'
import { TIME_SERVERS_MAX, timeServersIn } from '@lintel/contract/parameters/time'
import { timeServer } from '@lintel/contract/rules/address'
import { serve, serveChange } from '@lintel/front-door/serve'
import type { Device } from '../../device.ts'
import { updateAs } from '../parameters/update.ts'

/**
 * The parameters that list these servers.
 * @throws Refusal if one can't be a server; none is listed as such, or as one empty text
 */
function listed(servers: readonly string[]): ParameterChanges {
  const [first = ''] = servers
  const none = first === '' && servers.length <= 1
  if (!none && servers.some((server) => timeServer(server) !== undefined)) {
    throw new Refusal('invalid', "Parameter 'staticServers' is not valid.")
  }
  return {
    'root.Time.NTP.Server': first,
    'root.Time.NTP.Servers': none ? [] : servers,
  }
}

/** The settings of the time server, which `param.cgi` has as well. */
export function ntpCalls(device: Device) {
  const { ntp, network, parameters } = device
  const { get } = parameters
  return [
    serve(getNtpInfo, () => {
      const { last, nextIn = 0 } = ntp.status()
      return {
        client: {
          enabled: get('root.Time.SyncSource') === 'NTP',
          NTSEnabled: false,
          serversSource: get('root.Time.ObtainFromDHCP') ? ('DHCP' as const) : ('static' as const),
          maxSupportedStaticServers: TIME_SERVERS_MAX,
          staticServers: [
            ...timeServersIn(get('root.Time.NTP.Server'), get('root.Time.NTP.Servers')),
          ],
          advertisedServers: [...(network.lease()?.ntpServers ?? [])],
          staticNTSKEServers: [],
          NTSKEServerCACerts: [],
          synced: last !== undefined,
          timeToNextSync: nextIn,
          timeOffset: last?.offset ?? 0,
          minpoll: POLL_EXPONENTS.min,
          maxpoll: POLL_EXPONENTS.max,
        },
      }
    }),
    serveChange(setNtpClient, ({ enabled, serversSource, staticServers }, context) => {
      const source = get('root.Time.SyncSource')
      const changes: ParameterChanges = {
        ...(enabled === true && { 'root.Time.SyncSource': 'NTP' as const }),
        ...(enabled === false && source === 'NTP' && { 'root.Time.SyncSource': 'None' as const }),
        ...(serversSource && { 'root.Time.ObtainFromDHCP': serversSource === 'DHCP' }),
        ...(staticServers && listed(staticServers)),
      }
      updateAs(context, parameters.encode(changes), parameters)
      return {}
    }),
    serve(getNtpVersions, () => ({ apiVersions: [getNtpInfo.answersWith] })),
  ]
}
