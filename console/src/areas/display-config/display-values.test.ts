import type { DisplayConfiguration } from '@lintel/contract/display'
import { expect, test } from 'vitest'
import {
  checkScreen,
  checkSettings,
  effectiveScreen,
  inDisplayOrder,
  provesScreen,
  renumbered,
  sameScreen,
  sameSettings,
  screenInput,
  screenValues,
  settingsInput,
  settingsValues,
  storesScreen,
} from './display-values.ts'
import type { DisplayOrganisation, ScreenValues, SettingsValues } from './display-values.ts'

const RECORD: DisplayConfiguration = {
  selectedLanguage: 'German',
  supportedLanguages: ['English', 'German'],
  showWelcomeImage: false,
  showFindContact: true,
  showKeypadLink: false,
  welcomeTitle: 'Hello',
  welcomeSubTitle: 'Ring twice',
  receptionCallGroup: 'desk',
  welcomeImage: '/image?version=1',
}

const stateOf = (display: Partial<DisplayConfiguration> = {}, presenceTimeout = 60) => ({
  display: { ...RECORD, ...display },
  presenceTimeout,
})

/** @throws Error if there are none */
function screenOf(display: Partial<DisplayConfiguration> = {}): ScreenValues {
  const values = screenValues(stateOf(display))
  if (!values) throw new Error('no values')
  return values
}

test('the form names the settings in its own way, and writing it back gives the same record (DISPLAY-05, DISPLAY-06, OPEN-108)', () => {
  expect(screenOf()).toEqual({
    homeScreenType: 'text',
    welcomeText: 'Hello',
    subtext: 'Ring twice',
    showContactButtonHomeScreen: true,
    showButtonKeypad: false,
    reception: 'desk',
    image: '/image?version=1',
  })
  for (const changed of [
    {},
    { welcomeTitle: 'Bonjour', welcomeSubTitle: '' },
    { showFindContact: false, showKeypadLink: true, receptionCallGroup: '' },
    { showWelcomeImage: true },
  ]) {
    const record = { ...RECORD, ...changed }
    expect({ ...record, ...screenInput(screenOf(changed), record) }).toEqual(record)
  }
  expect(settingsValues(stateOf({}, 20))).toEqual({
    language: 'German',
    sleepModeSetting: 'custom',
    sleepSeconds: '20',
  })
  expect(screenValues({ display: undefined, presenceTimeout: 60 })).toBeUndefined()
  // What a device lacks is off.
  const least = { display: { supportedLanguages: [], welcomeImage: '' }, presenceTimeout: 60 }
  expect(screenValues(least)).toEqual({
    homeScreenType: 'text',
    welcomeText: '',
    subtext: '',
    showContactButtonHomeScreen: false,
    showButtonKeypad: false,
    reception: '',
    image: '',
  })
  expect(settingsValues(least)?.language).toBe('')
})

test('a logo keeps the texts of the device, and a text its image (DISPLAY-15)', () => {
  const before = screenOf()
  const typed = { ...before, welcomeText: 'Typed', image: '' }
  expect(effectiveScreen({ ...typed, homeScreenType: 'logo' }, before)).toMatchObject({
    welcomeText: 'Hello',
    image: '',
  })
  expect(effectiveScreen(typed, before)).toMatchObject({
    welcomeText: 'Typed',
    image: '/image?version=1',
  })
  expect(screenInput({ ...typed, homeScreenType: 'logo' }, RECORD)).not.toHaveProperty(
    'welcomeTitle',
  )
  // The device stores texts without blanks at their ends.
  expect(effectiveScreen({ ...typed, welcomeText: ' Hi ', subtext: ' ' }, before)).toMatchObject({
    welcomeText: 'Hi',
    subtext: '',
  })
})

test('a logo needs an image, a new one or the stored one, unless that is removed (DISPLAY-13, OPEN-122)', () => {
  const logo: ScreenValues = { ...screenOf(), homeScreenType: 'logo', image: '' }
  const required = { image: { id: 'validation.errorRequired' } }
  expect(checkScreen(logo, '')).toEqual(required)
  expect(checkScreen(logo, '/image?version=1')).toEqual({})
  expect(checkScreen({ ...logo, image: '/image?version=1' }, '/image?version=1')).toEqual({})
  expect(checkScreen({ ...logo, image: new File(['x'], 'x.png') }, '')).toEqual({})
  expect(checkScreen({ ...logo, homeScreenType: 'text' }, '')).toEqual({})
  for (const name of ['welcomeText', 'subtext']) {
    const found = checkScreen({ ...screenOf(), [name]: 'x'.repeat(65) }, '')
    expect(found).toHaveProperty(`${name}.values.max`, 64)
  }
})

test('another image is a change of its own', () => {
  expect(sameScreen(screenOf(), screenOf())).toBe(true)
  expect(sameScreen(screenOf(), screenOf({ welcomeImage: '/image?version=2' }))).toBe(false)
})

test('a save has arrived when the device has the settings and the image', () => {
  const before = screenOf({ showWelcomeImage: true, welcomeImage: '' })
  const sent = { ...before, image: new File(['x'], 'x.png') }
  const now = (welcomeImage: string) => stateOf({ showWelcomeImage: true, welcomeImage })
  expect(storesScreen(now(''), sent)).toBe(false)
  expect(storesScreen(now('/image?version=2'), sent)).toBe(true)
  expect(provesScreen(now('/image?version=2'), sent, before)).toBe(true)
  // Which of two images it is can't be seen.
  const stored = { ...before, image: '/image?version=1' }
  expect(provesScreen(now('/image?version=1'), sent, stored)).toBe(false)
  expect(storesScreen(stateOf({ welcomeTitle: 'Other' }), screenOf())).toBe(false)
})

const settings = (sleepSeconds: string, more: Partial<SettingsValues> = {}): SettingsValues => ({
  language: 'German',
  sleepModeSetting: 'custom',
  sleepSeconds,
  ...more,
})

test.each([
  ['', 'validation.errorRequired'],
  ['x', 'validation.errorNaN'],
  ['0', 'validation.errorBetween'],
  ['2,5', 'validation.errorNaN'],
  ['2.5', 'validation.errorBetween'],
  ['201', 'validation.errorMaxSeconds'],
])('a custom sleep can’t be %j: %s (DISPLAY-18, OPEN-71)', (seconds, id) => {
  expect(checkSettings(settings(seconds), stateOf()).sleepSeconds?.id).toBe(id)
  expect(checkSettings(settings(seconds, { sleepModeSetting: 'default' }), stateOf())).toEqual({})
})

test('a custom sleep is from 1 to 200 s, the default is 60 s (DISPLAY-07, DISPLAY-17, EXPECT-38)', () => {
  for (const seconds of ['1', ' 090 ', '200']) {
    expect(checkSettings(settings(seconds), stateOf())).toEqual({})
  }
  // Another client may have set more, which keeps nobody from saving the language.
  expect(checkSettings(settings('300'), stateOf({}, 300))).toEqual({})
  const changed = new Set(['sleepModeSetting'])
  expect(settingsInput(settings('7', { sleepModeSetting: 'default' }), changed)).toEqual({
    PresenceTimeout: 60,
  })
  expect(settingsInput(settings(' 090 '), new Set(['sleepSeconds']))).toEqual({
    PresenceTimeout: 90,
  })
  expect(settingsValues(stateOf())?.sleepModeSetting).toBe('default')
})

test('the 5 s of a device that is too warm are shown, never stored unasked, and no change of somebody else (OPEN-106)', () => {
  const warm = settingsValues(stateOf({}, 5))
  expect(warm).toMatchObject({ sleepModeSetting: 'custom', sleepSeconds: '5' })
  expect(settingsInput(settings('5'), new Set(['language']))).toEqual({
    DisplayConfiguration: { selectedLanguage: 'German' },
  })
  expect(sameSettings(settings('90'), settings('5'))).toBe(true)
  expect(sameSettings(settings('90'), settings('91'))).toBe(false)
  expect(sameSettings(settings('90'), settings('90', { language: 'French' }))).toBe(false)
})

const house = (id: string, place?: string): DisplayOrganisation => ({
  id,
  label: id,
  version: `v-${id}`,
  UIAttributes: [
    { Name: 'Colour', Value: 'red' },
    ...(place === undefined ? [] : [{ Name: 'DisplayOrder', Value: place }]),
  ],
})

test('organisations are sorted by their place, then by id, those without one last (DISPLAY-11)', () => {
  const all = [house('d'), house('b', '2'), house('c', '10'), house('a', '2'), house('e', 'x')]
  expect(inDisplayOrder(all).map(({ id }) => id)).toEqual(['a', 'b', 'c', 'd', 'e'])
})

test('a move renumbers the places; other attributes stay (DISPLAY-10)', () => {
  const all = [house('a', '1'), house('b', '2'), house('c')]
  expect(renumbered(all, ['a', 'c', 'b'])).toEqual([
    {
      id: 'b',
      type: 'Organization',
      version: 'v-b',
      UIAttributes: [
        { Name: 'Colour', Value: 'red' },
        { Name: 'DisplayOrder', Value: '3' },
      ],
    },
    {
      id: 'c',
      type: 'Organization',
      version: 'v-c',
      UIAttributes: [
        { Name: 'Colour', Value: 'red' },
        { Name: 'DisplayOrder', Value: '2' },
      ],
    },
  ])
  expect(renumbered(all, ['a', 'b'])).toEqual([])
})
