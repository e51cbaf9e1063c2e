import { OWN_CALLS } from '@lintel/contract/firmware'
import { LANGUAGES } from '@lintel/contract/languages'
import type { LanguageCode } from '@lintel/contract/languages'
import { expect, test } from 'vitest'
import { doorstation, messagesIn, resultsOf, search } from './testing/search.ts'

/** A door station with everything that the words are about. */
const equipped = new Map([
  ...doorstation('A8207-VE'),
  [OWN_CALLS, '1.0'],
  ['root.Output.NbrOfOutputs', '1'],
  ['root.IOPort.I0.Configurable', 'no'],
  ['root.IOPort.I0.Direction', 'output'],
  ['root.Storage.S0.DiskID', 'SD_DISK'],
  ['root.AudioSource.A0.InputGain', '0'],
  ['root.AudioSource.A0.OutputGain', '0'],
  ['root.AudioSource.A0.AlarmLevel', '50'],
  ['root.Tampering.T0.DarkDetectionEnabled', 'no'],
])
const capabilities = {
  reader: true,
  display: true,
  callButton: true,
  callKeypad: true,
  pinKeypad: true,
}

const find = (query: string, language: LanguageCode) =>
  search(query, { language, parameters: equipped, capabilities, actions: true })

/** Where the words lead that people type, in each language. */
const WORDS: readonly (readonly [address: string, words: string])[] = [
  ['#/certificates', 'https | https | https | https | https | https | https'],
  [
    '#/certificates',
    'certificate | Zertifikat | certificado | certificat | certificato | certyfikat | certifikat',
  ],
  ['#/network-security', 'https | https | https | https | https | https | https'],
  ['#/camera', 'mirror | spiegeln | espejo | miroir | specchiare | odbicie lustrzane | spegla'],
  ['#/camera', 'flip | Spiegelung | voltear | retourner | capovolgere | odwrócić | vända'],
  [
    'search.action.dark',
    'dark mode | Dunkelmodus | modo oscuro | mode sombre | modalità scura | tryb ciemny | mörkt läge',
  ],
  [
    'account.signOut',
    'sign out | abmelden | cerrar sesión | déconnexion | disconnetti | wyloguj | logga ut',
  ],
  [
    'account.signOut',
    'log off | ausloggen | desconectar | se déconnecter | logout | wylogowanie | avsluta',
  ],
  [
    'account.changePassword',
    'change my password | Kennwort | contraseña | mot de passe | password | hasło | lösenord',
  ],
  ['#/users', 'password | Passwort | contraseña | mot de passe | password | hasło | lösenord'],
  [
    '#/users',
    'change password | Kennwort | cambiar contraseña | changer le mot de passe | cambiare password | zmiana hasła | byta lösenord',
  ],
  [
    '#/phonebook/importexport',
    'backup | Sicherung | copia de seguridad | sauvegarde | backup | kopia zapasowa | säkerhetskopia',
  ],
  [
    '#/maintenance?field=restore',
    'restore | Wiederherstellen | restaurar | restaurer | ripristinare | przywróć | återställ',
  ],
  [
    '#/maintenance?field=restart',
    'restart | Neustart | reiniciar | redémarrer | riavviare | restart | starta om',
  ],
  [
    '#/maintenance?field=default',
    'factory default | Werkseinstellung | ajustes de fábrica | réglages d’usine | ripristino di fabbrica | ustawienia fabryczne | fabriksinställning',
  ],
  [
    '#/maintenance?field=default',
    'factory reset | Werksreset | restablecimiento de fábrica | réinitialisation d’usine | reset di fabbrica | reset fabryczny | fabriksåterställning',
  ],
  [
    '#/maintenance/firmware',
    'firmware | Firmware | firmware | firmware | firmware | oprogramowanie układowe | firmware',
  ],
  [
    '#/maintenance/firmware',
    'update | aktualisieren | actualizar | mettre à jour | aggiornare | aktualizować | uppdatera',
  ],
  [
    '#/ioPorts/relays',
    'open the door | Tür öffnen | abrir la puerta | ouvrir la porte | aprire la porta | otworzyć drzwi | öppna dörren',
  ],
  [
    '#/ioPorts/relays',
    'unlock | Türöffner | desbloquear | déverrouiller | sbloccare | odblokować | låsa upp',
  ],
  ['#/language', 'language | Sprache | idioma | langue | lingua | język | språk'],
  ['#/reports', 'log | Protokoll | registro | journal | registro | dziennik | logg'],
  [
    '#/datetime/zone',
    'time zone | Zeitzone | zona horaria | fuseau horaire | fuso orario | strefa czasowa | tidszon',
  ],
  ['#/storage', 'SD card | SD-Karte | tarjeta SD | carte SD | scheda SD | karta SD | SD-kort'],
  ['#/phonebook', 'doorbell | Türklingel | timbre | sonnette | campanello | dzwonek | dörrklocka'],
  [
    '#/sip/settings',
    'intercom | Gegensprechanlage | intercomunicador | interphone | citofono | domofon | porttelefon',
  ],
  ['#/reader/pin', 'PIN | PIN | PIN | PIN | PIN | PIN | PIN'],
  [
    '#/reader/pin',
    'door code | Türcode | código de puerta | code de porte | codice della porta | kod do drzwi | dörrkod',
  ],
  ['#/reader/cardtypes', 'card | Karte | tarjeta | carte | tessera | karta | kort'],
  ['#/network', 'static IP | feste IP | IP fija | IP fixe | IP statico | stały IP | statisk IP'],
  ['#/network', 'gateway | Gateway | puerta de enlace | passerelle | gateway | brama | gateway'],
  [
    '#/mqtt',
    'Home Assistant | Home Assistant | Home Assistant | Home Assistant | Home Assistant | Home Assistant | Home Assistant',
  ],
  ['#/onvif/users', 'NVR | NVR | NVR | NVR | NVR | NVR | NVR'],
  ['#/events/recipients', 'webhook | webhook | webhook | webhook | webhook | webhook | webhook'],
  ['#/audio', 'microphone | Mikrofon | micrófono | microphone | microfono | mikrofon | mikrofon'],
  ['#/services', 'apps | Apps | aplicaciones | applis | app | aplikacje | appar'],
  ['#/plainconfig', 'SSH | SSH | SSH | SSH | SSH | SSH | SSH'],
]

/** The order of their languages. */
const ORDER: readonly LanguageCode[] = ['en', 'de', 'es', 'fr', 'it', 'pl', 'sv']

test.each(LANGUAGES)(
  'the words that people type lead to the place in $name',
  ({ code: language }) => {
    const missed = WORDS.map(([address, words]) => ({
      address,
      word: words.split(' | ')[ORDER.indexOf(language)] ?? '',
    })).filter(({ address, word }) => !find(word, language).includes(address))
    expect(missed).toEqual([])
  },
)

/** Words that match different texts of one place, some with a typing error. */
const MIXED: readonly (readonly [address: string, queries: string])[] = [
  [
    '#/sip/calls',
    'call logg | anruf lisste | registro llamdas | journl appels | registro chiamte | dziennik polaczen | samtal loggg',
  ],
  [
    '#/camera',
    'camera dark | kamera dunkel | cámara oscuro | caméra sombre | telecamera scuro | kamera ciemno | kamera mörkt',
  ],
  [
    '#/detectors?field=dark',
    'dark camera cover | Kamera dunkel | imagen oscura cámara | image sombre caméra | immagine scura telecamera | obraz ciemny kamerę | bild mörk kameran',
  ],
  [
    '#/network-security',
    'netwrok security | netzwerk sicherhiet | segurdad red | sécurté réseau | sicurezza rtee | bezpieczenstwo siecci | näverk säkerhet',
  ],
]

test.each(LANGUAGES)(
  'words may match different texts of a place, with a typing error each, in $name',
  ({ code: language }) => {
    const found = MIXED.map(([address, queries]) => {
      const query = queries.split(' | ')[ORDER.indexOf(language)] ?? ''
      return { address, query, results: find(query, language) }
    })
    expect(found.filter(({ address, results }) => !results.includes(address))).toEqual([])
    // Weak matches don't hide it.
    expect(found.filter(({ results }) => results.length > 12)).toEqual([])
  },
)

test.each(LANGUAGES)(
  'what this console calls a thing comes first in $name',
  ({ code: language }) => {
    const texts = messagesIn(language)
    for (const [id, address] of [
      ['pages.users', '#/users'],
      ['account.signOut', 'account.signOut'],
      ['search.action.dark', 'search.action.dark'],
      ['pages.certificates', '#/certificates'],
    ] as const) {
      const query = texts[id] ?? ''
      expect(find(query, language)[0], query).toBe(address)
    }
  },
)

test('the scheme in use is not offered, and only administrators change passwords here', () => {
  expect(find('theme', 'en')).toEqual(['search.action.dark', 'search.action.system'])
  const viewer = { actions: true, as: 'viewer' } as const
  expect(search('change my password', viewer)).toEqual([])
  expect(search('sign out', viewer)).toEqual(['account.signOut'])
})

test('what can do harm is not done by the search', () => {
  const options = { parameters: equipped, capabilities, actions: true }
  for (const query of ['restart', 'factory default', 'restore', 'format', 'unlock', 'delete']) {
    const acting = resultsOf(query, options).filter(
      (result) => 'act' in result && typeof result.act === 'function',
    )
    expect(acting, query).toEqual([])
  }
})

test.each(['open door', 'open the door', 'door', 'dooor', 'unlock', 'unlok'])(
  '%s leads to the door on the overview first',
  (query) => {
    const [first] = resultsOf(query, { parameters: equipped, capabilities, actions: true })
    expect(first).toMatchObject({ title: 'Open a door', act: { href: '#/?field=doors' } })
  },
)

test('only who may open a door finds it, on a device that has one', () => {
  const options = { parameters: equipped, actions: true } as const
  expect(search('unlock', { ...options, as: 'operator' })).toContain('search.action.openDoor')
  expect(search('unlock', { ...options, as: 'viewer' })).toEqual([])
  expect(search('unlock', { actions: true })).not.toContain('search.action.openDoor')
})

test('a keyword with a typing error ranks before words that only begin with it', () => {
  const found = search('dooor', { parameters: equipped, capabilities })
  expect(found.indexOf('#/ioPorts')).toBe(0)
  expect(found).toContain('#/audioclips')
})

test('an action of that name comes before a setting whose name begins with it', () => {
  expect(find('dark', 'en')[0]).toBe('search.action.dark')
  expect(search('light', { capabilities })[0]).toMatch(/^#\/phonebook\/callbutton\?field=/)
  const dark = { actions: true, capabilities, theme: 'dark' } as const
  expect(search('light', dark)[0]).toBe('search.action.light')
})

test.each([
  ['port 80', '#/network-security'],
  ['80', '#/network-security'],
  ['443', '#/network-security'],
  ['5060', '#/sip/settings?field=sipPort'],
  ['port 5061', '#/sip/settings?field=tlsPort'],
  ['161', '#/network-snmp'],
  ['162', '#/network-snmp?field=trapAddress%2CtrapEnabled%2Cprotocol'],
  ['554', '#/onvif/media-profiles'],
  ['1883', '#/mqtt?field=host'],
  ['8883', '#/mqtt?field=host'],
  ['123', '#/datetime?field=source%2Cautomatic'],
  ['port 53', '#/network?field=dnsServer1%2CdnsAutomatic'],
  ['587', '#/events/recipients'],
  ['445', '#/storage/network?field=host'],
  ['1812', '#/network-security/8021x'],
])('the number of a port, %s, leads to its setting', (query, address) => {
  expect(find(query, 'en')[0]).toBe(address)
})

test('a number is a port only in full, and the word for port is of the language', () => {
  expect(search('802')).toContain('#/network-security/8021x')
  expect(search('80')).not.toContain('#/network-security/8021x')
  for (const [language, query] of [
    ['es', 'puerto 80'],
    ['it', 'porta 80'],
    ['de', 'Port 80'],
  ] as const)
    expect(search(query, { language })[0], query).toBe('#/network-security')
})
