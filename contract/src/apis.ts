/**
 * The public interfaces that `apidiscovery.cgi` announces, by the names of the public
 * documentation. A device announces those whose call it has.
 */
import type { Call } from './call.ts'
import { stopMediaClip } from './calls/clips.ts'
import { listEncoders } from './calls/sound.ts'
import { DISK_PROPERTIES_VERSION, enableDiskEncryption } from './calls/disk-properties.ts'
import { listDisks } from './calls/disks.ts'
import { listShares, SHARE_SCHEMA_VERSION } from './calls/network-shares.ts'
import { getApiList } from './calls/discovery.ts'
import { firmwareStatus } from './calls/firmware.ts'
import { getAllProperties } from './calls/identity.ts'
import { getPorts } from './calls/io-ports.ts'
import { getEventPublication, getMqttClientStatus } from './calls/mqtt.ts'
import { getNetworkInfo } from './calls/network-settings.ts'
import { getOak } from './calls/oak.ts'
import { getNtpInfo } from './calls/ntp.ts'
import { listParameters } from './calls/parameters.ts'
import { systemReady } from './calls/system.ts'
import { getAllTime } from './calls/time.ts'
import { getUsers } from './calls/users.ts'

export interface Api {
  id: string
  name: string
  version: string
  /** The call that shows whether a device has it. */
  call: Call
}

export const APIS: readonly Api[] = [
  { id: 'api-discovery', name: 'API Discovery Service', ...versioned(getApiList) },
  {
    id: 'audio-streaming-capabilities',
    name: 'Audio Streaming Capabilities',
    ...versioned(listEncoders),
  },
  { id: 'basic-device-info', name: 'Basic Device Information', ...versioned(getAllProperties) },
  {
    id: 'disk-management',
    name: 'Edge storage Disk management',
    version: '1.0',
    call: listDisks,
  },
  {
    id: 'disk-network-share',
    name: 'Edge storage Network share',
    version: SHARE_SCHEMA_VERSION,
    call: listShares,
  },
  {
    id: 'disk-properties',
    name: 'Edge storage Disk properties',
    version: DISK_PROPERTIES_VERSION,
    call: enableDiskEncryption,
  },
  { id: 'event-mqtt-bridge', name: 'MQTT Event Bridge', ...versioned(getEventPublication) },
  { id: 'fwmgr', name: 'Firmware Management', ...versioned(firmwareStatus) },
  { id: 'io-port-management', name: 'IO Port Management', ...versioned(getPorts) },
  { id: 'mediaclip', name: 'Media Clip', version: '1.0', call: stopMediaClip },
  { id: 'mqtt-client', name: 'MQTT Client API', ...versioned(getMqttClientStatus) },
  { id: 'network-settings', name: 'Network Settings', ...versioned(getNetworkInfo) },
  { id: 'ntp', name: 'NTP', ...versioned(getNtpInfo) },
  { id: 'oak', name: 'OAK', ...versioned(getOak) },
  { id: 'param-cgi', name: 'Legacy Parameter Handling', version: '1.0', call: listParameters },
  { id: 'systemready', name: 'Systemready', ...versioned(systemReady) },
  { id: 'time-service', name: 'Time API', ...versioned(getAllTime) },
  { id: 'user-management', name: 'User Management', version: '1.2', call: getUsers },
]

/** A JSON call has the version that it answers with. */
function versioned(call: Call & { answersWith: string }): Pick<Api, 'version' | 'call'> {
  return { version: call.answersWith, call }
}
