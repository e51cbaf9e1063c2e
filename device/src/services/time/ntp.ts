import { getNtpInfo, getNtpVersions, setNtpClient } from '@lintel/contract/calls/ntp'
import type { ParameterChanges } from '@lintel/contract/parameters/all'
import { serve, serveChange } from '@lintel/front-door/serve'
import type { Device } from '../../device.ts'
import { POLL_LONGEST, POLL_SHORTEST } from '../../engines/ntp/ntp.ts'
import { updateAs } from '../parameters/update.ts'

/** The exponent of a poll interval in milliseconds (RFC 5905 §7.3). */
const exponentOf = (milliseconds: number): number => Math.log2(milliseconds / 1000)

/** The settings of the time server, which `param.cgi` has as well. */
export function ntpCalls(device: Device) {
  const { ntp, network, parameters } = device
  const { get } = parameters
  return [
    serve(getNtpInfo, () => {
      const { last, nextIn = 0 } = ntp.status()
      const server = get('root.Time.NTP.Server')
      return {
        client: {
          enabled: get('root.Time.SyncSource') === 'NTP',
          NTSEnabled: false,
          serversSource: get('root.Time.ObtainFromDHCP') ? ('DHCP' as const) : ('static' as const),
          maxSupportedStaticServers: 1,
          staticServers: server === '' ? [] : [server],
          advertisedServers: [...(network.lease()?.ntpServers ?? [])],
          staticNTSKEServers: [],
          NTSKEServerCACerts: [],
          synced: last !== undefined,
          timeToNextSync: nextIn,
          timeOffset: last?.offset ?? 0,
          minpoll: exponentOf(POLL_SHORTEST),
          maxpoll: exponentOf(POLL_LONGEST),
        },
      }
    }),
    serveChange(setNtpClient, ({ enabled, serversSource, staticServers }, context) => {
      const source = get('root.Time.SyncSource')
      const changes: ParameterChanges = {
        ...(enabled === true && { 'root.Time.SyncSource': 'NTP' as const }),
        ...(enabled === false && source === 'NTP' && { 'root.Time.SyncSource': 'None' as const }),
        ...(serversSource && { 'root.Time.ObtainFromDHCP': serversSource === 'DHCP' }),
        ...(staticServers && { 'root.Time.NTP.Server': staticServers[0] ?? '' }),
      }
      updateAs(context, parameters.encode(changes), parameters)
      return {}
    }),
    serve(getNtpVersions, () => ({ apiVersions: [getNtpInfo.answersWith] })),
  ]
}
