import type { Role } from '@lintel/contract/access'
import type { MessageId } from '@lintel/contract/messages'
import type { Condition } from '../conditions.ts'
import { hasPtz, isDisplayFound, isDoorstation, keypadOf, supportsIpv6 } from '../conditions.ts'

/** What the search finds beside the titles of pages: a page by other words, or one of its fields. */
interface Findable {
  /** Message id of the words, separated by commas, by which it is found too. */
  keywords?: MessageId
  /** Who finds it; administrators, unless another role is named. A §2 Search. */
  role?: Role
  /** What is asked at run time, beside the condition of the page. */
  when?: Condition
}

/** One field of a page. */
export interface FieldEntry extends Findable {
  /**
   * The control's name on the page, or the `data-field` of what stands there. A control that may be
   * hidden is followed by those that bring it up: `server,source`.
   */
  field: string
  /** Message id of its label, in the words of the page. */
  label: MessageId
}

export interface PageEntry extends Findable {
  fields?: readonly FieldEntry[]
}

/** What can be found, by the path of its page. A page without an entry is not found. */
export const entries: Readonly<Record<string, PageEntry>> = {
  '/': {
    keywords: 'search.overview',
    role: 'viewer',
    fields: [
      { field: 'serial', label: 'overview.serial', role: 'viewer' },
      { field: 'ipv4', label: 'ui.ipv4Address', keywords: 'search.address', role: 'viewer' },
      {
        field: 'ipv6',
        label: 'ui.ipv6Addresses',
        keywords: 'search.address',
        role: 'viewer',
        when: supportsIpv6,
      },
      { field: 'firmware', label: 'ui.firmware', keywords: 'search.version', role: 'viewer' },
      { field: 'webApp', label: 'overview.webApp', keywords: 'search.version', role: 'viewer' },
    ],
  },
  '/camera': { keywords: 'search.camera', role: 'viewer' },
  '/certificates': { keywords: 'search.certificates' },
  '/config-check': {
    keywords: 'search.configCheck',
    fields: [
      { field: 'keypad', label: 'configCheck.keypad', when: (of) => keypadOf(of) === 'whole' },
    ],
  },
  '/datetime': {
    keywords: 'search.dateTime',
    fields: [
      { field: 'automatic', label: 'datetime.automatic', keywords: 'search.ntp' },
      { field: 'source,automatic', label: 'datetime.server', keywords: 'search.ntp' },
      { field: 'server,source,automatic', label: 'datetime.ntpServer', keywords: 'search.ntp' },
      { field: 'date,automatic', label: 'datetime.date' },
      { field: 'time,automatic', label: 'datetime.time' },
    ],
  },
  '/datetime/zone': { keywords: 'search.timeZone' },
  '/display-config': { keywords: 'search.display', when: isDisplayFound },
  '/ioPorts': { keywords: 'search.ioPorts' },
  '/ioPorts/relays': { keywords: 'search.relays' },
  '/language': {
    keywords: 'search.language',
    role: 'viewer',
    fields: [{ field: 'language', label: 'language.ofDevice', role: 'viewer' }],
  },
  '/maintenance': {
    keywords: 'search.maintenance',
    fields: [
      {
        field: 'restart',
        label: 'maintenance.restartTitle',
        keywords: 'search.restart',
      },
      { field: 'restore', label: 'maintenance.restoreTitle', keywords: 'search.reset' },
      { field: 'default', label: 'maintenance.defaultTitle', keywords: 'search.reset' },
    ],
  },
  '/maintenance/firmware': {
    keywords: 'search.firmware',
    fields: [
      { field: 'firmwareFile', label: 'maintenance.file', keywords: 'search.firmware' },
      { field: 'factoryDefault', label: 'maintenance.factoryDefault' },
    ],
  },
  '/network': {
    keywords: 'search.network',
    fields: [
      { field: 'ipAutomatic', label: 'network.ipAutomatic', keywords: 'search.address' },
      {
        field: 'ipAddress,ipAutomatic',
        label: 'network.ipv4.address',
        keywords: 'search.address',
      },
      { field: 'subnetMask,ipAutomatic', label: 'network.ipv4.mask', keywords: 'search.address' },
      { field: 'router,ipAutomatic', label: 'network.ipv4.router', keywords: 'search.router' },
      { field: 'dnsAutomatic', label: 'network.dnsAutomatic', keywords: 'search.dns' },
      {
        field: 'domainName,dnsAutomatic',
        label: 'network.ipv4.domain',
        keywords: 'search.dns',
      },
      {
        field: 'dnsServer1,dnsAutomatic',
        label: 'network.ipv4.server1',
        keywords: 'search.dns',
      },
      {
        field: 'dnsServer2,dnsAutomatic',
        label: 'network.ipv4.server2',
        keywords: 'search.dns',
      },
    ],
  },
  '/network/discoverability': {
    keywords: 'search.discoverability',
    fields: [
      { field: 'hostNameByDhcp', label: 'network.hostNameByDhcp' },
      { field: 'hostName', label: 'network.hostName', keywords: 'search.name' },
      { field: 'friendlyName', label: 'ui.friendlyName', keywords: 'search.name' },
      { field: 'bonjour', label: 'network.bonjour', keywords: 'search.bonjour' },
      { field: 'upnp', label: 'network.upnp', keywords: 'search.upnp' },
    ],
  },
  '/network/ipv6': {
    keywords: 'search.network',
    fields: [{ field: 'enabled', label: 'network.ipv6' }],
  },
  '/network-security': {
    keywords: 'search.networkSecurity',
    fields: [
      { field: 'certificate', label: 'networkSecurity.certificate' },
      { field: 'policy', label: 'networkSecurity.policy', keywords: 'search.networkSecurity' },
      { field: 'ciphers', label: 'networkSecurity.ciphers' },
    ],
  },
  '/network-security/8021x': {
    keywords: 'search.8021x',
  },
  '/network-security/audio-site': {
    keywords: 'search.audioSite',
    fields: [{ field: 'caCertificate', label: 'networkSecurity.caCertificate' }],
  },
  '/network-snmp': {
    keywords: 'search.snmp',
    fields: [
      { field: 'protocol', label: 'networkSnmp.protocol', keywords: 'search.snmp' },
      { field: 'password,protocol', label: 'ui.password' },
      { field: 'v1Read,protocol', label: 'networkSnmp.read' },
      { field: 'v1Write,protocol', label: 'networkSnmp.write' },
      { field: 'trapEnabled,protocol', label: 'networkSnmp.trapEnabled', keywords: 'search.traps' },
      {
        field: 'trapAddress,trapEnabled,protocol',
        label: 'networkSnmp.trapAddress',
        keywords: 'search.traps',
      },
    ],
  },
  '/plainconfig': { keywords: 'search.plainConfig' },
  '/reports': {
    keywords: 'search.reports',
    fields: [
      { field: 'server', label: 'pages.serverReport', keywords: 'search.serverReport' },
      { field: 'crash', label: 'reports.crash', keywords: 'search.crash' },
    ],
  },
  '/reports/server': {
    keywords: 'search.serverReport',
    fields: [{ field: 'snapshot', label: 'reports.snapshot', when: isDoorstation }],
  },
  '/users': { keywords: 'search.users' },
  '/users/add': {
    keywords: 'search.newUser',
    fields: [
      { field: 'name', label: 'ui.userName' },
      { field: 'role', label: 'users.role', keywords: 'search.role' },
      { field: 'ptz', label: 'users.ptzControl', when: hasPtz },
      { field: 'password', label: 'ui.password' },
      { field: 'passwordRepeat', label: 'ui.repeatPassword' },
    ],
  },
}
