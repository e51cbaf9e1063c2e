import { X509Certificate } from 'node:crypto'
import { stat, statfs } from 'node:fs/promises'
import { freemem, hostname, loadavg, release, totalmem, type as osType } from 'node:os'
import { join } from 'node:path'
import { zoneOffset } from '../../clock/zone.ts'
import type { Device } from '../../device.ts'
import { zoneOf } from '../time/local.ts'
import { timestamp } from './system-log.ts'

/** A section of the report. */
export interface Section {
  title: string
  lines: readonly string[]
}

/** Names of parameters whose values the report hides, although administrators may read them. */
const SECRET = /community$|passw|passphrase|pwd$|secret|token|privatekey/i
const STARS = '*****'

type Fact = readonly [name: string, value: string | number | undefined]

const lined = (facts: readonly Fact[]) =>
  facts.flatMap(([name, value]) =>
    value === undefined || value === '' ? [] : [`${name}: ${value}`],
  )

/** The device's local time. */
export const localText = ({ parameters }: Pick<Device, 'parameters'>, at: number) =>
  timestamp(at, zoneOffset(zoneOf(parameters), at))

export function productFacts({ parameters, plugged, bootId, firmware }: Device): Section {
  const { running, inactive } = firmware.slots()
  const { get } = parameters
  return {
    title: 'Product',
    lines: lined([
      ['Name', get('root.Brand.ProdFullName')],
      ['Number', get('root.Brand.ProdNbr')],
      ['Type', get('root.Brand.ProdType')],
      ['Serial number', plugged.serial],
      ['Hardware', get('root.Properties.System.HardwareID')],
      ['Firmware', `${running.version} (slot ${running.slot}, ${running.buildDate})`],
      ['Other firmware', inactive ? `${inactive.version} (slot ${inactive.slot})` : 'none'],
      ['Boot', bootId],
    ]),
  }
}

export function timeFacts(device: Device): Section {
  const { clock, parameters, bootedAt, ntp } = device
  const { state, server, failure, last } = ntp.status()
  const source = parameters.get('root.Time.SyncSource')
  return {
    title: 'Time',
    lines: lined([
      ['Time', localText(device, clock.now())],
      ['Zone', zoneText(device)],
      ['Started', localText(device, bootedAt)],
      ['Up', upText(clock.monotonic())],
      ['Source', source],
      ['Time server', server],
      ['State', [state, failure].filter(Boolean).join(', ')],
      ['Last answer', last && `${last.server}, ${last.offset} ms off, ${last.secondsAgo} s ago`],
    ]),
  }
}

function zoneText({ parameters }: Device): string {
  const { name, posix } = zoneOf(parameters)
  return name === '' ? posix : name
}

function upText(milliseconds: number): string {
  const seconds = Math.floor(milliseconds / 1000)
  const days = Math.floor(seconds / 86_400)
  const clock = new Date((seconds % 86_400) * 1000).toISOString().slice(11, 19)
  return days === 0 ? clock : `${days} d ${clock}`
}

export function networkFacts({ network, parameters }: Device): Section {
  const { address, subnetMask, broadcast } = network.place()
  const lease = network.lease()
  const { http, https } = network.urls()
  const { get } = parameters
  return {
    title: 'Network',
    lines: lined([
      ['MAC address', get('root.Network.eth0.MACAddress')],
      ['Address', `${address}, mask ${subnetMask}, broadcast ${broadcast}`],
      ['IPv6 addresses', network.ipv6().join(' ')],
      ['By', get('root.Network.BootProto') === 'dhcp' ? 'DHCP' : 'hand'],
      ['Lease', lease ? `${lease.address}, mask ${lease.subnetMask}` : 'none'],
      ['Router', get('root.Network.Routing.DefaultRouter')],
      ['Name servers', get('root.Network.Resolver.NameServerList').join(' ')],
      ['Host name', get('root.Network.VolatileHostName.HostName')],
      ['Domain', get('root.Network.Resolver.Search')],
      ['Web server', [http, https].filter(Boolean).join(' ')],
    ]),
  }
}

/** The engines and their state. */
export function engineFacts(device: Device): Section {
  const { ping, ntp, discovery, product, speaker, parameters, plugged, storage } = device
  const { bonjour, upnp } = discovery.state()
  const snmp = parameters.get('root.SNMP.Enabled')
  return {
    title: 'Engines',
    lines: lined([
      ['Time by network', `SNTP, ${ntp.status().state}`],
      ['SNMP', snmp ? `on, UDP ${plugged.ports.snmp}` : 'off'],
      ['Bonjour', bonjour],
      ['UPnP', upnp],
      ['Address test', ping.method() ?? 'not used yet'],
      ['Camera', product.camera ? 'drawn scene' : 'none'],
      ['Loudspeaker', speaker ? 'played by the board' : 'none'],
      ['SD cards', product.sdCard ? storage.programs() : 'none'],
      ['Network share', storage.sharePrograms()],
    ]),
  }
}

export function certificateFacts({ certificates }: Device): Section {
  return {
    title: 'Certificates',
    lines: certificates
      .all()
      .flatMap(({ id, kind, cert }) => [`${id} (${kind})`, ...certificateLines(cert)]),
  }
}

function certificateLines(pem: string): string[] {
  const { subject, issuer, validFrom, validTo, fingerprint256 } = new X509Certificate(pem)
  return lined([
    ['  Subject', namesIn(subject)],
    ['  Issuer', namesIn(issuer)],
    ['  Valid', `${validFrom} to ${validTo}`],
    ['  SHA-256', fingerprint256],
  ])
}

const namesIn = (distinguished: string) => distinguished.replaceAll('\n', ', ')

export function accountFacts({ accounts, onvifAccounts }: Device): Section {
  return {
    title: 'Accounts',
    lines: [
      ...accounts.all().map(({ name, groups }) => `${name}: ${groups.join(' ')}`),
      ...onvifAccounts.all().map(({ name, level }) => `${name}: ONVIF ${level}`),
    ],
  }
}

export async function systemFacts({ plugged: { dataFolder } }: Device): Promise<Section> {
  const sizes = await Promise.all(
    ['state.db', 'state.db-wal'].map((file) => stat(join(dataFolder, file)).catch(() => undefined)),
  )
  const disk = await statfs(dataFolder)
  const { rss, heapUsed } = process.memoryUsage()
  return {
    title: 'System',
    lines: lined([
      ['Host', `${hostname()}, ${osType()} ${release()}, ${process.arch}`],
      ['Node.js', process.version],
      ['OpenSSL', process.versions.openssl],
      [
        'Load',
        loadavg()
          .map((load) => load.toFixed(2))
          .join(' '),
      ],
      ['Memory', `${mebibytes(rss)} in use (${mebibytes(heapUsed)} heap)`],
      ['Memory of the host', `${mebibytes(freemem())} of ${mebibytes(totalmem())} free`],
      ['Database', mebibytes(sizes.reduce((sum, file) => sum + (file?.size ?? 0), 0))],
      [
        'Disk',
        `${mebibytes(disk.bavail * disk.bsize)} of ${mebibytes(disk.blocks * disk.bsize)} free`,
      ],
    ]),
  }
}

const mebibytes = (bytes: number) => `${(bytes / 1024 / 1024).toFixed(1)} MiB`

/** All parameters as an administrator reads them, with secrets hidden. */
export function parameterFacts({ parameters }: Device): Section {
  const { values } = parameters.list([], ['admin'])
  return {
    title: 'Parameters',
    lines: Array.from(values, ([name, value]) =>
      SECRET.test(name) && value !== '' ? `${name}=${STARS}` : `${name}=${value}`,
    ),
  }
}
