import type { MessageId } from '@lintel/contract/messages'
import type { ParameterName } from '@lintel/contract/parameters/all'
import type { Condition } from '../conditions.ts'
import {
  detectsDarkness,
  detectsShocks,
  detectsSound,
  hasCardSlot,
  hasPinKeypad,
  hasPtz,
  hasSoundInput,
  hasSoundOutput,
  hasTwoWayVideo,
  isAudio,
  isDisplayFound,
  isDoorstation,
  keypadOf,
  supportsIpv6,
} from '../conditions.ts'
import type { FieldEntry, PageEntry } from './entry.ts'
import { portForms } from './port-forms.ts'

const hasSound: Condition = (device) => hasSoundInput(device) || hasSoundOutput(device)

const hasDetectors: Condition = (device) =>
  detectsSound(device) || detectsDarkness(device) || detectsShocks(device)

/** A setting of the picture that this camera has. */
const ofPicture = (
  field: string,
  label: MessageId,
  parameter: ParameterName,
  more: Partial<FieldEntry> = {},
): FieldEntry => ({
  field,
  label,
  role: 'operator',
  when: ({ parameters }) => parameters.has(parameter),
  ...more,
})

const lacksCardSlot: Condition = (device) => hasCardSlot(device) === false

const OF_SHARE: readonly FieldEntry[] = [
  {
    field: 'host',
    label: 'storage.share.host',
    keywords: 'storage.share',
    ports: [139, 445],
  },
  { field: 'shareCheck,host', label: 'storage.shareCheck.title' },
  { field: 'erase,host', label: 'storage.erase.title' },
  { field: 'removeShare,host', label: 'storage.removeShare.title' },
]

/** The search entries by page path. A page without an entry is not found. */
export const entries: Readonly<Record<string, PageEntry>> = {
  '/': {
    keywords: 'overview.search',
    special: [{ keywords: 'overview.search.video', when: isDoorstation }],
    role: 'viewer',
    fields: [
      { field: 'serial', label: 'overview.serial', role: 'viewer' },
      { field: 'mac', label: 'ui.macAddress', role: 'viewer' },
      { field: 'ipv4', label: 'ui.ipv4Address', keywords: 'search.address', role: 'viewer' },
      {
        field: 'ipv6',
        label: 'ui.ipv6Addresses',
        keywords: 'search.address',
        role: 'viewer',
        when: supportsIpv6,
      },
      {
        field: 'firmware',
        label: 'ui.firmware',
        keywords: 'overview.search.version',
        role: 'viewer',
      },
      {
        field: 'webApp',
        label: 'overview.webApp',
        keywords: 'overview.search.version',
        role: 'viewer',
      },
    ],
  },
  '/audio': {
    special: [
      { keywords: 'audio.search', when: hasSound },
      { keywords: 'search.words.sound', when: hasSound },
    ],
    role: 'operator',
    fields: [
      { field: 'enabled', label: 'audio.enabled', role: 'operator', when: hasSound },
      { field: 'duplexMode', label: 'audio.duplexMode', role: 'operator', when: hasSound },
      {
        field: 'duplexModeChannels',
        label: 'audio.duplexModeChannels',
        role: 'operator',
        when: hasSound,
      },
      {
        field: 'calibrate',
        label: 'audio.speaker.calibrate',
        keywords: 'audio.search.speaker',
        when: hasSoundOutput,
      },
      {
        field: 'test',
        label: 'audio.speaker.test',
        keywords: 'audio.search.speaker',
        when: hasSoundOutput,
      },
    ],
  },
  '/audio/input': {
    keywords: 'audio.search.input',
    role: 'operator',
    fields: [
      { field: 'source', label: 'audio.source', role: 'operator' },
      { field: 'microphonePower,source', label: 'audio.microphonePower', role: 'operator' },
      { field: 'inputGain', label: 'audio.inputGain', role: 'operator' },
      { field: 'level', label: 'audio.level', role: 'operator' },
      { field: 'noiseCancellation', label: 'audio.noiseCancellation', role: 'operator' },
      { field: 'echoCancellation', label: 'audio.echoCancellation', role: 'operator' },
      { field: 'encoding', label: 'audio.encoding', role: 'operator' },
      { field: 'nbrOfChannels', label: 'audio.nbrOfChannels', role: 'operator' },
    ],
  },
  '/audio/output': {
    keywords: 'audio.search.output',
    role: 'operator',
    fields: [
      {
        field: 'outputGain',
        label: 'audio.outputGain',
        keywords: 'audio.search.output',
        role: 'operator',
      },
      {
        field: 'lineOutGain',
        label: 'audio.lineOutGain',
        role: 'operator',
        when: ({ parameters }) => parameters.has('root.AudioSource.A0.LineOutGain'),
      },
      {
        field: 'telecoilOutGain',
        label: 'audio.telecoilOutGain',
        role: 'operator',
        when: ({ parameters }) => parameters.has('root.AudioSource.A0.TelecoilOutGain'),
      },
    ],
  },
  '/audioclips': {
    special: [{ keywords: 'audioclips.search', when: hasSoundOutput }],
    fields: [
      {
        field: 'clips',
        label: 'audioclips.add',
        keywords: 'audioclips.search',
        when: hasSoundOutput,
      },
    ],
  },
  '/camera': {
    keywords: ['camera.search', 'search.words.camera'],
    role: 'viewer',
    fields: [
      ofPicture('resolution', 'camera.resolution', 'root.Image.I0.Appearance.Resolution'),
      ofPicture('compression', 'camera.compression', 'root.Image.I0.Appearance.Compression'),
      ofPicture('fps', 'camera.fps', 'root.Image.I0.Stream.FPS', { keywords: 'camera.search.fps' }),
      ofPicture('rotation', 'camera.rotation', 'root.Image.I0.Appearance.Rotation'),
      ofPicture('mirror', 'camera.mirror', 'root.Image.I0.Appearance.MirrorEnabled'),
      ofPicture('overlay', 'camera.overlay', 'root.Image.I0.Text.TextEnabled', {
        keywords: 'camera.search.overlay',
      }),
      ofPicture('overlayText,overlay', 'camera.overlayText', 'root.Image.I0.Text.String'),
      ofPicture('overlayDate', 'camera.overlayDate', 'root.Image.I0.Text.DateEnabled'),
      ofPicture('overlayClock', 'camera.overlayClock', 'root.Image.I0.Text.ClockEnabled'),
      ofPicture('overlayPosition', 'camera.overlayPosition', 'root.Image.I0.Text.Position'),
      ofPicture('brightness', 'camera.brightness', 'root.ImageSource.I0.Sensor.Brightness', {
        role: 'admin',
      }),
      ofPicture('contrast', 'camera.contrast', 'root.ImageSource.I0.Sensor.Contrast', {
        role: 'admin',
      }),
      ofPicture('colour', 'camera.colour', 'root.ImageSource.I0.Sensor.ColorLevel', {
        role: 'admin',
      }),
      ofPicture('frequency', 'camera.frequency', 'root.ImageSource.I0.Sensor.PowerLineFrequency', {
        keywords: 'camera.search.frequency',
        role: 'admin',
      }),
    ],
  },
  '/audioSystemOverview': { keywords: 'audioSystemOverview.search' },
  '/audioSystemSettings': { keywords: 'audioSystemSettings.search' },
  '/certificates': { keywords: ['certificates.search', 'search.words.certificates'] },
  '/config-check': {
    special: [{ keywords: 'configCheck.search', when: (of) => keypadOf(of) !== undefined }],
    fields: [
      { field: 'keypad', label: 'configCheck.keypad', when: (of) => keypadOf(of) === 'whole' },
    ],
  },
  '/access-log': {
    keywords: 'accessLog.search',
    role: 'operator',
    fields: [
      {
        field: 'export',
        label: 'ui.exportCsv',
        keywords: 'search.words.exportCsv',
        role: 'operator',
      },
      { field: 'clear', label: 'accessLog.clear', keywords: 'search.words.clearLog' },
    ],
  },
  '/credentials': { keywords: 'credentials.search' },
  '/credentials/add': {
    keywords: 'credentials.search.new',
    fields: [
      { field: 'card', label: 'credentials.card.number' },
      { field: 'pin', label: 'credentials.pin', keywords: 'credentials.search.pin' },
      {
        field: 'until',
        label: 'credentials.validUntil',
        keywords: 'credentials.search.validity',
      },
    ],
  },
  '/datetime': {
    keywords: 'datetime.search',
    fields: [
      { field: 'automatic', label: 'datetime.automatic', keywords: 'datetime.search.ntp' },
      {
        field: 'source,automatic',
        label: 'datetime.server',
        keywords: ['datetime.search.ntp', 'search.words.timeServer'],
        ports: [123],
      },
      {
        field: 'server,source,automatic',
        label: 'datetime.ntpServer',
        keywords: 'datetime.search.ntp',
      },
      { field: 'date,automatic', label: 'datetime.date' },
      { field: 'time,automatic', label: 'datetime.time' },
    ],
  },
  '/datetime/zone': { keywords: ['datetime.search.timeZone', 'search.words.timeZone'] },
  '/detectors': {
    special: [
      { keywords: 'detectors.search', when: hasDetectors },
      { keywords: 'detectors.search.sound', when: detectsSound },
      {
        keywords: 'detectors.search.tampering',
        when: (of) => detectsDarkness(of) || detectsShocks(of),
      },
    ],
    role: 'operator',
    fields: [
      {
        field: 'alarmLevel',
        label: 'detectors.alarmLevel',
        role: 'operator',
        when: detectsSound,
      },
      {
        field: 'dark',
        label: 'detectors.dark',
        description: 'detectors.darkness.note',
        role: 'operator',
        when: detectsDarkness,
      },
      {
        field: 'darkThreshold',
        label: 'detectors.darkThreshold',
        role: 'operator',
        when: detectsDarkness,
      },
      {
        field: 'darkDuration',
        label: 'detectors.darkDuration',
        role: 'operator',
        when: detectsDarkness,
      },
      { field: 'shock', label: 'detectors.shock.enabled', role: 'operator', when: detectsShocks },
      {
        field: 'shockSensitivity',
        label: 'detectors.shock.sensitivity',
        role: 'operator',
        when: detectsShocks,
      },
    ],
  },
  '/display-config': {
    keywords: 'search.display',
    when: isDisplayFound,
    fields: [
      { field: 'homeScreenType', label: 'displayConfig.type' },
      { field: 'welcomeText,homeScreenType', label: 'displayConfig.welcomeText' },
      { field: 'subtext,homeScreenType', label: 'displayConfig.subtext' },
      { field: 'image,homeScreenType', label: 'displayConfig.image' },
      { field: 'showContactButtonHomeScreen', label: 'displayConfig.showContacts' },
      { field: 'showButtonKeypad', label: 'displayConfig.showKeypad', when: hasPinKeypad },
      { field: 'reception', label: 'displayConfig.reception' },
      { field: 'order', label: 'displayConfig.order' },
    ],
  },
  '/display-config/settings': {
    keywords: 'displayConfig.search.settings',
    when: isDisplayFound,
    fields: [
      { field: 'language', label: 'displayConfig.language' },
      { field: 'sleepModeSetting', label: 'displayConfig.sleepMode' },
    ],
  },
  '/events': { keywords: 'events.search' },
  '/events/recipients': {
    keywords: ['events.search.recipients', 'search.words.mail'],
    ports: [21, 22, 25, 465, 587],
  },
  '/events/schedules': { keywords: 'events.search.schedules' },
  '/events/recurrences': { keywords: 'events.search.recurrences' },
  '/events/manual-triggers': { keywords: 'events.search.manualTrigger' },
  '/health': {
    keywords: 'health.search',
    role: 'operator',
    fields: [
      { field: 'temperature', label: 'health.temperature', role: 'operator' },
      { field: 'processor', label: 'health.processor', role: 'operator' },
      { field: 'memory', label: 'health.memory', role: 'operator' },
      { field: 'connections', label: 'health.connections', role: 'operator' },
      { field: 'network', label: 'health.network', role: 'operator' },
      { field: 'calls', label: 'health.calls', role: 'operator' },
    ],
  },
  '/hdmi': {
    keywords: 'hdmi.search',
    fields: [
      { field: 'source', label: 'hdmi.source' },
      { field: 'rotation', label: 'hdmi.rotation' },
      { field: 'mirroring', label: 'hdmi.mirroring' },
    ],
  },
  '/ioPorts': { keywords: ['ioPorts.search', 'search.words.door'] },
  '/ioPorts/edit/$port': { keywords: ['pages.ioPorts', 'ioPorts.search'], each: portForms },
  '/ioPorts/relays': { keywords: ['ioPorts.search.relays', 'search.words.door'] },
  '/language': {
    keywords: ['language.search', 'search.words.language'],
    role: 'viewer',
    fields: [{ field: 'language', label: 'language.ofDevice', role: 'viewer' }],
  },
  '/maintenance': {
    keywords: [
      'maintenance.search',
      'search.words.restart',
      'search.words.restore',
      'search.words.reset',
      'search.words.firmware',
    ],
    fields: [
      {
        field: 'restart',
        label: 'maintenance.restartTitle',
        keywords: ['maintenance.search.restart', 'search.words.restart'],
      },
      {
        field: 'restore',
        label: 'maintenance.restoreTitle',
        keywords: ['maintenance.search.reset', 'search.words.restore'],
      },
      {
        field: 'default',
        label: 'maintenance.defaultTitle',
        keywords: ['maintenance.search.reset', 'search.words.reset'],
      },
    ],
  },
  '/maintenance/firmware': {
    keywords: ['maintenance.search.firmware', 'search.words.firmware'],
    fields: [
      { field: 'firmwareFile', label: 'maintenance.file', keywords: 'maintenance.search.firmware' },
      { field: 'factoryDefault', label: 'maintenance.factoryDefault' },
    ],
  },
  '/network': {
    keywords: ['network.search', 'search.words.network'],
    fields: [
      {
        field: 'ipAutomatic',
        label: 'network.ipAutomatic',
        keywords: ['search.address', 'search.words.network'],
        ports: [67, 68],
      },
      {
        field: 'ipAddress,ipAutomatic',
        label: 'network.ipv4.address',
        keywords: 'search.address',
      },
      { field: 'subnetMask,ipAutomatic', label: 'network.ipv4.mask', keywords: 'search.address' },
      {
        field: 'router,ipAutomatic',
        label: 'network.ipv4.router',
        keywords: 'network.search.router',
      },
      { field: 'dnsAutomatic', label: 'network.dnsAutomatic', keywords: 'network.search.dns' },
      {
        field: 'domainName,dnsAutomatic',
        label: 'network.ipv4.domain',
        keywords: 'network.search.dns',
      },
      {
        field: 'dnsServer1,dnsAutomatic',
        label: 'network.ipv4.server1',
        keywords: 'network.search.dns',
        ports: [53],
      },
      {
        field: 'dnsServer2,dnsAutomatic',
        label: 'network.ipv4.server2',
        keywords: 'network.search.dns',
      },
    ],
  },
  '/network/discoverability': {
    keywords: 'network.search.discoverability',
    fields: [
      { field: 'hostNameByDhcp', label: 'network.hostNameByDhcp' },
      { field: 'hostName', label: 'network.hostName', keywords: 'network.search.name' },
      { field: 'friendlyName', label: 'ui.friendlyName', keywords: 'network.search.name' },
      {
        field: 'bonjour',
        label: 'network.bonjour',
        keywords: 'network.search.bonjour',
        ports: [5353],
      },
      { field: 'upnp', label: 'network.upnp', keywords: 'network.search.upnp', ports: [1900] },
    ],
  },
  '/network/ipv6': {
    keywords: 'network.search',
    fields: [{ field: 'enabled', label: 'network.ipv6' }],
  },
  '/network-security': {
    keywords: 'networkSecurity.search',
    ports: [80, 443],
    fields: [
      { field: 'certificate', label: 'networkSecurity.certificate' },
      { field: 'policy', label: 'networkSecurity.policy', keywords: 'networkSecurity.search' },
      { field: 'ciphers', label: 'networkSecurity.ciphers' },
    ],
  },
  '/network-security/8021x': {
    keywords: 'networkSecurity.search.8021x',
    ports: [1812, 1813],
  },
  '/network-security/audio-site': {
    keywords: 'networkSecurity.search.audioSite',
    fields: [{ field: 'caCertificate', label: 'networkSecurity.caCertificate' }],
  },
  '/reader/protocol': {
    keywords: 'reader.search',
    fields: [
      { field: 'readerProtocol', label: 'reader.tab.protocol', keywords: 'reader.search' },
      { field: 'osdpAddress,readerProtocol', label: 'reader.osdpAddress' },
      {
        field: 'nbrOfLedPins,readerProtocol',
        label: 'reader.led.pins',
        keywords: 'reader.search.led',
      },
      { field: 'led1Pin,nbrOfLedPins,readerProtocol', label: 'reader.led1Pin' },
      { field: 'led2Pin,nbrOfLedPins,readerProtocol', label: 'reader.led2Pin' },
      {
        field: 'ledColorDefault,readerProtocol',
        label: 'reader.ledColorDefault',
        keywords: 'reader.search.led',
      },
      { field: 'ledColor0,nbrOfLedPins,readerProtocol', label: 'reader.ledColor0' },
      { field: 'ledColor1,nbrOfLedPins,readerProtocol', label: 'reader.ledColor1' },
      { field: 'ledColor00,nbrOfLedPins,readerProtocol', label: 'reader.ledColor00' },
      { field: 'ledColor01,nbrOfLedPins,readerProtocol', label: 'reader.ledColor01' },
      { field: 'ledColor10,nbrOfLedPins,readerProtocol', label: 'reader.ledColor10' },
      { field: 'ledColor11,nbrOfLedPins,readerProtocol', label: 'reader.ledColor11' },
      {
        field: 'beeper,readerProtocol',
        label: 'reader.beeper.title',
        keywords: 'reader.search.beeper',
      },
      { field: 'beeperPin,beeper,readerProtocol', label: 'reader.beeperPin' },
      {
        field: 'keypressFormat,readerProtocol',
        label: 'reader.keypress.format',
        keywords: 'reader.search.keypress',
      },
      {
        field: 'keypressFacilityCode,keypressFormat,readerProtocol',
        label: 'reader.facilityCode',
        keywords: 'reader.search.code',
      },
      {
        field: 'remote,readerProtocol',
        label: 'reader.remote',
        keywords: 'reader.search.server',
      },
    ],
  },
  '/reader/cardtypes': {
    keywords: 'reader.search.cards',
    fields: [{ field: 'advanced', label: 'reader.advanced', keywords: 'reader.search.data' }],
  },
  '/reader/cards/add': { keywords: 'reader.search.newType' },
  '/reader/output-formatter': {
    keywords: 'reader.search.output',
    fields: [
      { field: 'cardFormat', label: 'reader.output.format', keywords: 'reader.search.output' },
      {
        field: 'cardFacilityCodeOverrideMode,cardFormat',
        label: 'reader.output.override',
        keywords: 'reader.search.code',
      },
      {
        field: 'cardFacilityCode,cardFacilityCodeOverrideMode,cardFormat',
        label: 'reader.facilityCode',
        keywords: 'reader.search.code',
      },
      {
        field: 'facilityCodeSize,cardFormat',
        label: 'reader.output.facilityCodeSize',
        keywords: 'reader.search.code',
      },
      { field: 'cardNumberSize,cardFormat', label: 'reader.output.cardNumberSize' },
      { field: 'startParity,cardFormat', label: 'reader.output.startParity' },
      { field: 'startParityBits,startParity,cardFormat', label: 'reader.output.startParityBits' },
      { field: 'stopParity,cardFormat', label: 'reader.output.stopParity' },
      { field: 'stopParityBits,stopParity,cardFormat', label: 'reader.output.stopParityBits' },
      {
        field: 'byteReversal',
        label: 'reader.byteReversal',
        keywords: 'reader.search.bytes',
      },
    ],
  },
  '/reader/pin': {
    keywords: ['reader.search.pin', 'search.words.pin'],
    fields: [
      { field: 'pinLength', label: 'reader.pin.length', keywords: 'reader.search.pin' },
      { field: 'pinTimeout', label: 'reader.pin.timeout', keywords: 'reader.search.pin' },
    ],
  },
  '/storage': {
    keywords: 'storage.search',
    special: [{ keywords: 'search.words.card', when: hasCardSlot }],
    fields: [
      { field: 'mount', label: 'storage.card', when: hasCardSlot },
      { field: 'locked', label: 'storage.writeProtect', when: hasCardSlot },
      {
        field: 'days',
        label: 'storage.retention',
        when: (device) => !isAudio(device) && hasCardSlot(device),
      },
      { field: 'check', label: 'storage.check.title', when: hasCardSlot },
      { field: 'repair', label: 'storage.repair.title', when: hasCardSlot },
      { field: 'format', label: 'storage.format.title', when: hasCardSlot },
      { field: 'encrypt', label: 'storage.encryption', when: hasCardSlot },
      // Without a slot, its tab comes first.
      ...OF_SHARE.map((field) => ({ ...field, when: lacksCardSlot })),
    ],
  },
  '/storage/encrypt': {
    fields: [{ field: 'passphrase', label: 'storage.encryption', when: hasCardSlot }],
  },
  '/storage/pictures': { keywords: 'storage.search.pictures' },
  '/storage/network': { fields: OF_SHARE },
  '/mqtt': {
    keywords: ['mqtt.search', 'search.words.smartHome'],
    fields: [
      { field: 'active', label: 'mqtt.active' },
      { field: 'host', label: 'mqtt.host', ports: [1883, 8883] },
      { field: 'host,test', label: 'mqtt.test.start' },
      { field: 'will', label: 'mqtt.will' },
      { field: 'events', label: 'mqtt.events' },
      { field: 'homeAssistant', label: 'mqtt.homeAssistant' },
    ],
  },
  '/network-snmp': {
    keywords: 'networkSnmp.search',
    ports: [161],
    fields: [
      { field: 'protocol', label: 'networkSnmp.protocol', keywords: 'networkSnmp.search' },
      { field: 'password,protocol', label: 'ui.password' },
      { field: 'v1Read,protocol', label: 'networkSnmp.read' },
      { field: 'v1Write,protocol', label: 'networkSnmp.write' },
      {
        field: 'trapEnabled,protocol',
        label: 'networkSnmp.trapEnabled',
        keywords: 'networkSnmp.search.traps',
      },
      {
        field: 'trapAddress,trapEnabled,protocol',
        label: 'networkSnmp.trapAddress',
        keywords: 'networkSnmp.search.traps',
        ports: [162],
      },
    ],
  },
  '/phonebook': { keywords: ['phonebook.search', 'search.words.intercom'] },
  '/phonebook/importexport': {
    keywords: ['phonebook.search.files', 'search.words.backup'],
    fields: [
      { field: 'export', label: 'phonebook.export' },
      { field: 'importFiles', label: 'phonebook.import' },
      { field: 'csvFile', label: 'phonebook.csv.file' },
    ],
  },
  '/phonebook/callbutton': {
    keywords: ['phonebook.search.callButton', 'search.words.intercom'],
    fields: [
      { field: 'displayButton', label: 'phonebook.callButton.displayButton' },
      { field: 'idle', label: 'phonebook.callButton.idle' },
      { field: 'recipients', label: 'ui.recipients' },
      { field: 'vms', label: 'phonebook.callButton.vms' },
      { field: 'fallback', label: 'phonebook.fallback' },
    ],
  },
  '/phonebook/organisations/add': {
    keywords: 'phonebook.search.newOrganisation',
    fields: [
      { field: 'label', label: 'ui.name' },
      { field: 'description', label: 'phonebook.organisation.description' },
      { field: 'image', label: 'image.name' },
    ],
  },
  '/phonebook/print': {
    keywords: 'phonebook.search.print',
    fields: [
      { field: 'company', label: 'phonebook.print.company' },
      { field: 'address', label: 'phonebook.print.address' },
      { field: 'message', label: 'phonebook.print.message' },
      { field: 'all', label: 'phonebook.print.all' },
    ],
  },
  '/plainconfig': {
    keywords: ['plainconfig.search', 'search.words.plain'],
    ports: [22, 554],
  },
  '/reports': {
    keywords: ['reports.search', 'search.words.log'],
    fields: [
      { field: 'server', label: 'pages.serverReport', keywords: 'reports.search.serverReport' },
      { field: 'crash', label: 'reports.crash', keywords: 'reports.search.crash' },
    ],
  },
  '/reports/server': {
    keywords: 'reports.search.serverReport',
    fields: [{ field: 'snapshot', label: 'reports.snapshot', when: isDoorstation }],
  },
  '/reports/log': {
    keywords: ['reports.search.log', 'search.words.log'],
    fields: [{ field: 'logFilter', label: 'reports.log.filter' }],
  },
  '/services': { keywords: ['services.search', 'search.words.applications'] },
  '/services/install': {
    keywords: 'services.search',
    fields: [{ field: 'file', label: 'services.file' }],
  },
  '/services/avhs': {
    keywords: 'services.remote.search',
    fields: [
      { field: 'allowAvhs', label: 'services.remote.allow' },
      { field: 'connect,allowAvhs', label: 'services.remote.connect' },
      { field: 'host,allowAvhs', label: 'services.remote.host' },
      { field: 'port,allowAvhs', label: 'services.remote.port', ports: [3128, 8080] },
      { field: 'username,allowAvhs', label: 'services.remote.username' },
      { field: 'password,allowAvhs', label: 'services.remote.password' },
      { field: 'auth,allowAvhs', label: 'services.remote.auth' },
      { field: 'oak', label: 'services.oak' },
    ],
  },
  '/sip/accounts': {
    keywords: ['sipAccounts.search', 'search.words.intercom'],
    fields: [{ field: 'testCall', label: 'sipAccounts.test' }],
  },
  '/sip/accounts/add': {
    keywords: 'sipAccounts.search.new',
    fields: [
      { field: 'type', label: 'sipAccounts.type' },
      { field: 'isDefault', label: 'sipAccounts.isDefault' },
      { field: 'autoAnswer', label: 'sipAccounts.autoAnswer' },
      { field: 'userId', label: 'sipAccounts.userId' },
      { field: 'domain', label: 'sipAccounts.domain' },
      { field: 'registrar', label: 'sipAccounts.registrar' },
      { field: 'transport', label: 'sipAccounts.transport.mode' },
      { field: 'certificate,transport', label: 'sipAccounts.certificate' },
      { field: 'encryption,transport', label: 'sipAccounts.encryption' },
      { field: 'preferIPv6', label: 'sipAccounts.preferIPv6' },
      { field: 'secondary', label: 'sipAccounts.secondary' },
      { field: 'proxies', label: 'sipAccounts.part.proxies' },
      { field: 'resolution', label: 'sipAccounts.resolution', when: isDoorstation },
      { field: 'frameRate', label: 'sipAccounts.frameRate', when: isDoorstation },
      { field: 'authenticationId', label: 'sipAccounts.authenticationId' },
      { field: 'callerId', label: 'sipAccounts.callerId' },
    ],
  },
  '/sip/calls': {
    keywords: 'sipCalls.search',
    fields: [
      { field: 'export', label: 'ui.exportCsv', keywords: 'search.words.exportCsv' },
      { field: 'clear', label: 'sipCalls.clear', keywords: 'search.words.clearLog' },
    ],
  },
  '/sip/dtmf': { keywords: ['sipDtmf.search', 'search.words.door'] },
  '/sip/settings': {
    keywords: ['sipSettings.search', 'search.words.intercom'],
    fields: [
      { field: 'enabled', label: 'sipSettings.enabled' },
      { field: 'callingTimeout', label: 'sipSettings.callingTimeout' },
      { field: 'twoWayVideo', label: 'sipSettings.twoWayVideo', when: hasTwoWayVideo },
      { field: 'allowIncoming', label: 'sipSettings.allowIncoming' },
      { field: 'answeringTimeout', label: 'sipSettings.answeringTimeout' },
      { field: 'sipPort', label: 'sipSettings.sipPort', ports: [5060] },
      { field: 'tlsPort', label: 'sipSettings.tlsPort', ports: [5061] },
      { field: 'rtpPort', label: 'sipSettings.rtpPort' },
      { field: 'ice', label: 'sipSettings.ice', keywords: 'sipSettings.search.nat' },
      { field: 'stun', label: 'sipSettings.stun', keywords: 'sipSettings.search.nat' },
      {
        field: 'stunServer,stun',
        label: 'sipSettings.stunServer',
        keywords: 'sipSettings.search.nat',
        ports: [3478],
      },
      { field: 'turn', label: 'sipSettings.turn', keywords: 'sipSettings.search.nat' },
      {
        field: 'turnServer,turn',
        label: 'sipSettings.turnServer',
        keywords: 'sipSettings.search.nat',
        ports: [3478, 5349],
      },
      { field: 'maxDuration', label: 'sipSettings.maxDuration' },
      { field: 'endless', label: 'sipSettings.endless', when: isAudio },
      { field: 'interval', label: 'sipSettings.interval' },
      { field: 'codecs', label: 'sipSettings.codecs', keywords: 'sipSettings.search.codecs' },
      { field: 'audioDirection', label: 'sipSettings.audioDirection' },
      { field: 'viaRewrite', label: 'sipSettings.viaRewrite' },
      { field: 'contactRewrite', label: 'sipSettings.contactRewrite' },
      { field: 'noTcpSwitch', label: 'sipSettings.noTcpSwitch' },
      { field: 'payloadType', label: 'sipSettings.payloadType' },
      { field: 'packetization', label: 'sipSettings.packetization', when: isDoorstation },
      { field: 'videoDirection', label: 'sipSettings.videoDirection', when: isDoorstation },
    ],
  },
  '/onvif/users': { keywords: ['onvif.search', 'search.words.video'] },
  '/onvif/users/add': {
    keywords: 'users.search.newUser',
    fields: [
      { field: 'name', label: 'ui.userName' },
      { field: 'group', label: 'users.role', keywords: 'users.search.role' },
      { field: 'password', label: 'ui.password' },
    ],
  },
  '/onvif/media-profiles': {
    keywords: ['onvif.search.profiles', 'search.words.video'],
    ports: [554],
  },
  '/users': { keywords: ['users.search', 'search.words.accounts'] },
  '/users/add': {
    keywords: 'users.search.newUser',
    fields: [
      { field: 'name', label: 'ui.userName' },
      { field: 'role', label: 'users.role', keywords: 'users.search.role' },
      { field: 'ptz', label: 'users.ptzControl', when: hasPtz },
      { field: 'password', label: 'ui.password' },
      { field: 'passwordRepeat', label: 'ui.repeatPassword' },
    ],
  },
}
