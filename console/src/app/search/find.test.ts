import { expect, test } from 'vitest'
import { mayCall } from '@lintel/contract/access'
import { LANGUAGES } from '@lintel/contract/languages'
import type { LanguageCode } from '@lintel/contract/languages'
import { pages } from '../pages.ts'
import { isBuilt } from '../routing/page-table.ts'
import type { Page } from '../routing/page-table.ts'
import { fold } from '@lintel/contract/fold'
import { entries } from './entries.ts'
import { find, indexOf } from './find.ts'
import { built, doorstation, messagesIn, resultsOf, ROLES, search } from './testing/search.ts'
import type { Search } from './testing/search.ts'

test('pages whose messages failed to load are found by title alone', () => {
  const shell = Object.entries(messagesIn('en')).filter(([id]) => id.startsWith('pages.'))
  const messages = new Map(shell)
  const viewpoint = { groups: ROLES.admin, parameters: doorstation('A8307-E') }
  const index = indexOf(pages, entries, viewpoint, (id) => messages.get(id) ?? id)
  const found = (query: string) => find(index, query, 'en').results.map(({ href }) => href)
  expect(found('users')).toEqual(['#/users'])
  expect(found('discoverability')).toEqual([])
  // Ids of missing messages are not searched.
  expect(found('search')).toEqual([])
  expect(found('tab')).toEqual([])
})

test('a tab is found by its own name, the first one by the name of the page', () => {
  expect(search('discoverability')[0]).toBe('#/network/discoverability')
  expect(search('ipv4')).not.toContain('#/network')
  expect(search('network')[0]).toBe('#/network')
})

test('a result says which page it is on unless it is the page, and has the icon of its area', () => {
  const shown = (query: string) => {
    const [first] = resultsOf(query)
    return first && 'place' in first
      ? { title: first.title, place: first.place, icon: first.icon }
      : undefined
  }
  const icon = pages.filter(isBuilt).find(({ path }) => path === '/network')?.icon
  expect(icon).toBeDefined()
  expect(shown('network')).toEqual({ title: 'Network', place: undefined, icon })
  expect(shown('discoverability')).toEqual({ title: 'Discoverability', place: 'Network', icon })
  expect(shown('upnp')).toEqual({ title: 'UPnP', place: 'Discoverability', icon })
})

test('pages are found by title and keyword, ignoring case (SHELL-87)', () => {
  expect(search('users')[0]).toBe('#/users')
  expect(search('USERS')).toEqual(search('users'))
  expect(search('Accounts')).toContain('#/users')
  expect(search('xylophone')).toEqual([])
})

test('a keyword that is what was typed ranks before words of actions that only begin with it', () => {
  const found = search('log', { actions: true, language: 'de' })
  expect(found.indexOf('#/reports/log')).toBeLessThan(found.indexOf('account.signOut'))
  expect(found).toContain('account.signOut')
})

test('diacritics are ignored', () => {
  expect(search('übersicht', { language: 'de' })).toContain('#/')
  expect(search('UBERSICHT', { language: 'de' })).toContain('#/')
  expect(search('Espanol')).toContain('#/language')
  expect(search('Españól')).toContain('#/language')
  expect(['Straße', 'Łódź', 'ﬁrmware', 'Élan'].map(fold)).toEqual([
    'strasse',
    'lodz',
    'firmware',
    'elan',
  ])
})

test('a field leads to its place on the page, and is not found by the page alone', () => {
  expect(search('restart')[0]).toBe('#/maintenance?field=restart')
  expect(search('add user role')).toContain('#/users/add?field=role')
  expect(search('add user')).not.toContain('#/users/add?field=role')
})

test('all messages must match; names rank before keywords, pages before fields', () => {
  expect(search('users xylophone')).toEqual([])
  const found = search('user')
  expect(found.slice(0, 3)).toEqual([
    '#/users',
    '#/sip/accounts/add?field=userId',
    '#/users/add?field=name',
  ])
  expect(search('')).toEqual([])
  expect(search('   ')).toEqual([])
})

test('pages that the role may not open are neither found nor counted (SHELL-89, SHELL-93)', () => {
  expect(search('user', { as: 'operator' })).toEqual([])
  expect(search('user', { as: 'viewer' })).toEqual([])
  expect(search('serial', { as: 'viewer' })).toEqual(['#/?field=serial'])
  for (const as of ['viewer', 'operator', 'admin'] as const) {
    for (const letter of 'aeiou') {
      for (const href of search(letter, { as })) {
        const row = pages.find(({ path }) => `#${path}` === href.split('?')[0])
        expect(row && mayCall(row.role, ROLES[as], 'ready'), `${as} ${href}`).toBe(true)
      }
    }
  }
})

test('an entry that names no role is for administrators (SHELL-94)', () => {
  const rows: readonly Page[] = [{ ...(built[0] as Page), path: '/x', role: 'viewer' }]
  const found = (role?: 'viewer' | 'operator') => {
    const entry = { '/x': role ? { role } : {} }
    return (['viewer', 'operator', 'admin'] as const).filter((as) => {
      const viewpoint = { groups: ROLES[as], parameters: new Map() }
      return (
        find(
          indexOf(rows, entry, viewpoint, () => 'Something'),
          'some',
          'en',
        ).results.length > 0
      )
    })
  }
  expect(found()).toEqual(['admin'])
  expect(found('operator')).toEqual(['operator', 'admin'])
  expect(found('viewer')).toEqual(['viewer', 'operator', 'admin'])
})

test('each entry is for everybody who may open its page', () => {
  for (const [path, entry] of Object.entries(entries)) {
    expect(entry.role ?? 'admin', path).toBe(pages.find((row) => row.path === path)?.role)
  }
})

test('pages of another category are not found (SHELL-88)', () => {
  const audio = new Map([['root.Brand.ProdType', 'Network Speaker']])
  const only = { '/phonebook': {}, '/audioSystemSettings': {} }
  const hits = (parameters: Map<string, string>) =>
    find(
      indexOf(built, only, { groups: ROLES.admin, parameters }, () => 'Page'),
      'page',
      'en',
    ).results.map(({ href }) => href)
  expect(hits(doorstation('A8307-E'))).toEqual(['#/phonebook'])
  expect(hits(audio)).toEqual(['#/audioSystemSettings'])
})

test('ports are found where there is an input or output (SHELL-90, SHELL-91, FIX-11)', () => {
  const hits = (parameters: Map<string, string>) =>
    indexOf(built, { '/ioPorts': {} }, { groups: ROLES.admin, parameters }, () => 'Ports').length
  expect(hits(new Map([['root.Input.NbrOfInputs', '1']]))).toBe(1)
  expect(hits(new Map([['root.Output.NbrOfOutputs', '2']]))).toBe(1)
  const none = new Map([
    ['root.Input.NbrOfInputs', '0'],
    ['root.Output.NbrOfOutputs', '0'],
  ])
  expect(hits(none)).toBe(0)
  expect(hits(new Map())).toBe(0)
})

test('the display is found on A8307-E only, if it may be opened there (SHELL-90, SHELL-92, OPEN-01)', () => {
  const capabilities = { display: true }
  const found = (number: string, options: Search = { capabilities }) =>
    search('display', { rows: built, parameters: doorstation(number), ...options })
  expect(found('A8307-E')).toContain('#/display-config')
  expect(found('A8407-VE')).not.toContain('#/display-config')
  expect(found('A8307-E', { capabilities: {} })).not.toContain('#/display-config')
  expect(found('A8307-E', { capabilities, as: 'operator' })).not.toContain('#/display-config')
})

test('the call button is found where it is set', () => {
  expect(search('doorbell', { parameters: doorstation('A8307-E') })).toContain('#/phonebook')
})

test.each(LANGUAGES)(
  'the fields of contacts and call groups are found as the phonebook in $name, since their forms have no fixed address',
  ({ code: language }) => {
    const texts = messagesIn(language)
    const parameters = doorstation('A8207-VE')
    for (const id of PHONEBOOK_FIELDS) {
      const query = texts[id] ?? ''
      expect(search(query, { language, parameters, capabilities: {} }), query).toContain(
        '#/phonebook',
      )
    }
  },
)

/** The labels of the forms of contacts and call groups, and the buttons to them. */
const PHONEBOOK_FIELDS = [
  'phonebook.firstName',
  'phonebook.lastName',
  'phonebook.speedDial',
  'phonebook.department',
  'image.name',
  'phonebook.calls',
  'phonebook.availability',
  'phonebook.fallback',
  'phonebook.group',
  'phonebook.callGroups',
  'phonebook.onDisplay',
  'pages.newContact',
  'pages.newCallGroup',
]

test.each(LANGUAGES)(
  'the card reader is found in $name by the labels of its dialogs and by usual words for it, where there is one',
  ({ code: language }) => {
    const texts = messagesIn(language)
    const found = (query: string, reader = true) =>
      search(query, { language, capabilities: { reader } })
    for (const [id, href] of READER_TEXTS) {
      expect(found(texts[id] ?? ''), texts[id]).toContain(href)
      expect(found(texts[id] ?? '', false), texts[id]).not.toContain(href)
    }
    for (const [query, href] of READER_WORDS) expect(found(query), query).toContain(href)
  },
)

const ADVANCED = '#/reader/cardtypes?field=advanced'
const SERVER = '#/reader/protocol?field=remote%2CreaderProtocol'

const READER_TEXTS = [
  ...(
    [
      'AID',
      'fileNbr',
      'commMode',
      'keyType',
      'keyNbr',
      'key',
      'keyA',
      'keyB',
      'startSector',
    ] as const
  ).map((name) => [`reader.data.${name}`, ADVANCED] as const),
  ...(['startBlock', 'skipLastBlock', 'offset', 'count', 'useAsUid', 'required'] as const).map(
    (name) => [`reader.data.${name}`, ADVANCED] as const,
  ),
  ['reader.remote.address', SERVER],
  ['ui.userName', SERVER],
  ['reader.remote.verify', SERVER],
  ['reader.remote.point', SERVER],
  ['pages.newCardType', '#/reader/cards/add'],
  ['reader.tab.output', '#/reader/output-formatter'],
] as const

const READER_WORDS = [
  ['RS-485', '#/reader/protocol'],
  ['RFID', '#/reader/cardtypes'],
  ['MIFARE', '#/reader/cardtypes'],
  ['PIN', '#/reader/pin'],
  ['facility code', '#/reader/output-formatter'],
] as const

test.each(LANGUAGES)(
  'plain config is found by its name in $name, by administrators only (SHELL-95, SHELL-96)',
  ({ code: language }) => {
    for (const query of ['plain config', 'PLAIN CONFIG']) {
      expect(search(query, { language })).toEqual(['#/plainconfig'])
      expect(search(query, { language, as: 'operator' })).toEqual([])
      expect(search(query, { language, as: 'viewer' })).toEqual([])
    }
  },
)

test('usual words for events lead to their tabs', () => {
  for (const [query, tab] of EVENT_WORDS) expect(search(query), query).toContain(`#${tab}`)
  expect(search('events')[0]).toBe('#/events')
  expect(search('manual trigger')[0]).toBe('#/events/manual-triggers')
  const speaker = new Map([['root.Brand.ProdType', 'Network Speaker']])
  expect(search('manual trigger', { parameters: speaker })).not.toContain(
    '#/events/manual-triggers',
  )
})

const EVENT_WORDS = [
  ['rule', '/events'],
  ['trigger', '/events'],
  ['mail', '/events/recipients'],
  ['FTP', '/events/recipients'],
  ['schedule', '/events/schedules'],
  ['interval', '/events/recurrences'],
] as const

test.each(LANGUAGES)(
  'operators who search for events in $name find the detectors, and nothing that they may not open (OPEN-02)',
  ({ code: language }) => {
    const word = EVENT[language]
    const parameters = new Map([
      ...doorstation('A8307-E'),
      ['root.AudioSource.A0.AlarmLevel', '50'],
    ])
    expect(search(word, { language })).toContain('#/events')
    expect(search(word, { language, parameters, as: 'operator' })).toEqual(['#/detectors'])
    // Without a detector there are no events either.
    expect(search(word, { language, as: 'operator' })).toEqual([])
    expect(search(word, { language, as: 'viewer' })).toEqual([])
  },
)

/** The singular, as people type it. */
const EVENT: Record<LanguageCode, string> = {
  en: 'event',
  es: 'evento',
  de: 'Ereignis',
  it: 'evento',
  fr: 'événement',
  pl: 'zdarzenie',
  sv: 'händelse',
}

test('every label and keyword has a text', () => {
  const messages = messagesIn('en')
  const ids: (string | undefined)[] = Object.values(entries)
    .flatMap(({ keywords, special = [], fields = [] }) => [
      keywords,
      ...special.map((one) => one.keywords),
      ...fields.flatMap((field) => [field.label, field.keywords]),
    ])
    .flat()
  expect(ids.filter((id) => id !== undefined && !(id in messages))).toEqual([])
})

test('nothing is found by what the product lacks', () => {
  const of = (type: string, ...names: string[]) =>
    new Map([['root.Brand.ProdType', type], ...names.map((name) => [name, '50'] as const)])
  const speaker = of(
    'Network Speaker',
    'root.AudioSource.A0.OutputGain',
    'root.AudioSource.A0.AlarmLevel',
  )
  const controller = of('Network Door Controller')
  for (const word of ['camera', 'live view', 'tampering', 'vandalism']) {
    expect(search(word, { parameters: speaker }), word).toEqual([])
    expect(search(word, { parameters: controller }), word).toEqual([])
  }
  expect(search('camera')).toContain('#/')
  expect(search('calibrate', { parameters: controller })).not.toContain('#/audio?field=calibrate')
  expect(search('calibrate', { parameters: speaker })).toContain('#/audio?field=calibrate')
  expect(search('noise', { parameters: controller })).not.toContain('#/detectors')
  expect(search('noise', { parameters: speaker })).toContain('#/detectors')
  expect(search('add clip', { parameters: controller })).not.toContain('#/audioclips?field=clips')
  expect(search('add clip', { parameters: speaker })).toContain('#/audioclips?field=clips')
})

test('every page with a fixed address can be found', () => {
  /** They lead to another page. */
  const redirects = ['/reader', '/reader/cards', '/onvif']
  const unfound = pages
    .filter(isBuilt)
    .map(({ path }) => path)
    .filter((path) => !path.includes('$') && path !== '/search' && !(path in entries))
    .filter((path) => !redirects.includes(path))
  expect(unfound).toEqual([])
  for (const path of Object.keys(entries)) {
    expect(
      pages.some((row) => row.path === path),
      path,
    ).toBe(true)
  }
})

test.each([
  ['netwrok', '#/network'],
  ['certifcates', '#/certificates'],
  ['mantenance', '#/maintenance'],
  ['stoarge', '#/storage'],
  ['phonebok', '#/phonebook'],
])('a typing error is forgiven: %s', (query, address) => {
  expect(search(query)).toContain(address)
})

test('what is found as it was typed is not mixed with what resembles it, and short words have to be right', () => {
  expect(search('relay').every((address) => !address.startsWith('#/language'))).toBe(true)
  expect(search('xyz')).toEqual([])
  expect(search('qqqqqqqq')).toEqual([])
})

test.each(LANGUAGES)(
  'the web server is found by its ports and protocols in $name',
  ({ code: language }) => {
    for (const query of ['https', '443', '80'])
      expect(search(query, { language })).toContain('#/network-security')
  },
)
