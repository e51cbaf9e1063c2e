import { CALL_BUTTON_RULE, GROUPS_ON_DISPLAY_MAX } from '@lintel/contract/rules/phonebook'
import type { DisplayButton, DisplayContent } from '@lintel/contract/shown'
import type { AllDisplaySettings } from '../state/display-settings.ts'
import type { Phonebook } from '../state/phonebook/phonebook.ts'
import type { StoredEntry } from '../state/phonebook/rows.ts'
import { openDirectory } from './directory.ts'
import type { DisplayTexts } from './display-texts.ts'

/** What is on a screen, without state and time. */
export type ScreenContent = Omit<DisplayContent, 'state' | 'time' | 'language'>

/** What visitors can do at the display while there is no call: its screens, one of which is shown. */
export interface Screens {
  content(texts: DisplayTexts): ScreenContent
  /** Touches a button, and returns the id of the entry to ring, if it is one of those. */
  touch(button: string): string | undefined
  /** Looks for contacts, where there is something to look for. */
  search(text: string): void
  /** Whether the keypad is shown, which is for PINs only. */
  asksForPin(): boolean
  /** A key of a PIN or speed dial was pressed, on the display or the keypad below it. */
  pressed(): void
  /** The keys so far were entered or discarded. */
  entered(): void
  /** Shows the home screen. */
  home(): void
  close(): void
}

export interface ScreenParts {
  phonebook: Pick<Phonebook, 'find' | 'all' | 'page' | 'named' | 'count' | 'subscribe'>
  settings: () => AllDisplaySettings
  /** The hash of the welcome image; undefined if there is none. */
  image: () => string | undefined
  /** The name of the device for people. */
  name: () => string
  /** Whether PINs can be entered. */
  hasPins: boolean
}

const CONTACTS = '#contacts'
const KEYPAD = '#keypad'
const BACK = '#back'

/** @param changed called when something else has to be shown */
export function openScreens(parts: ScreenParts, changed: () => void): Screens {
  const { phonebook, settings, image, name, hasPins } = parts
  let screen: 'home' | 'contacts' | 'keypad' = 'home'
  let keys = 0
  /** The call groups on the home screen, until the phonebook changes. */
  let groups: { of: string; entries: DisplayButton[] } | undefined
  const directory = openDirectory(phonebook, () => {
    groups = undefined
    changed()
  })

  function home(): void {
    screen = 'home'
    keys = 0
    directory.home()
  }

  /** Settings may have closed the screen that was open. */
  function current() {
    const { showFindContact, showKeypadLink } = settings()
    if (screen === 'contacts' && !showFindContact) home()
    if (screen === 'keypad' && !showKeypadLink) home()
    return screen
  }

  /** The reception first, then the call groups with a button, as many as there is room for. */
  function callGroups(reception: string): DisplayButton[] {
    if (groups?.of === reception) return groups.entries
    const shown = phonebook
      .page({ limit: GROUPS_ON_DISPLAY_MAX + 2, sort: 'label' }, { type: 'Rule', onDisplay: true })
      .items.filter(({ entry }) => entry !== CALL_BUTTON_RULE && entry !== reception)
      .slice(0, GROUPS_ON_DISPLAY_MAX)
    const first = reception === '' ? undefined : phonebook.find(reception)
    const entries = [
      ...(first ? [groupButton(first, 'reception')] : []),
      ...shown.map((entry) => groupButton(entry, 'callGroup')),
    ]
    groups = { of: reception, entries }
    return entries
  }

  function homeScreen(texts: DisplayTexts): ScreenContent {
    const { showWelcomeImage, showFindContact, showKeypadLink, ...shown } = settings()
    const { welcomeTitle, welcomeSubTitle, receptionCallGroup } = shown
    const hash = showWelcomeImage ? image() : undefined
    const named = welcomeTitle !== '' || welcomeSubTitle !== ''
    const leading = (kind: 'contacts' | 'keypad', has: boolean): DisplayButton[] =>
      has ? [{ id: `#${kind}`, label: texts[`display.${kind}`], kind }] : []
    return {
      screen: 'home',
      title: hash === undefined ? (named ? welcomeTitle : texts['display.welcome']) : '',
      subtitle: hash === undefined ? (named ? welcomeSubTitle : name()) : '',
      ...(hash === undefined ? {} : { image: hash }),
      ...(keys > 0 ? { keys } : {}),
      buttons: [
        ...callGroups(receptionCallGroup),
        ...leading('contacts', showFindContact),
        ...leading('keypad', showKeypadLink && hasPins),
      ],
    }
  }

  function contactsScreen(texts: DisplayTexts): ScreenContent {
    const buttons = directory.buttons({
      previous: texts['display.previous'],
      next: texts['display.next'],
      back: texts['display.back'],
    })
    const isEmpty = buttons.every(({ kind }) => kind !== 'contact' && kind !== 'organisation')
    return {
      screen: 'contacts',
      title: directory.title() ?? texts['display.contacts'],
      subtitle: isEmpty ? texts['display.nobody'] : '',
      search: { label: texts['display.search'], text: directory.searched() },
      buttons,
    }
  }

  const keypadScreen = (texts: DisplayTexts): ScreenContent => ({
    screen: 'keypad',
    title: texts['display.enterPin'],
    subtitle: '',
    keys,
    buttons: [{ id: BACK, label: texts['display.back'], kind: 'back' }],
  })

  return {
    content(texts) {
      const shown = current()
      if (shown === 'home') return homeScreen(texts)
      return shown === 'contacts' ? contactsScreen(texts) : keypadScreen(texts)
    },
    touch(button) {
      if (current() === 'home') {
        const { receptionCallGroup, showFindContact, showKeypadLink } = settings()
        if (button === CONTACTS && showFindContact) screen = 'contacts'
        else if (button === KEYPAD && showKeypadLink && hasPins) screen = 'keypad'
        else return callGroups(receptionCallGroup).find(({ id }) => id === button)?.id
      } else if (screen === 'contacts') {
        const done = directory.touch(button)
        if (done === 'left') home()
        else return done?.ring
      } else if (button === BACK) home()
      return undefined
    },
    search(text) {
      if (current() === 'contacts') directory.search(text)
    },
    asksForPin: () => current() === 'keypad',
    pressed() {
      if (screen !== 'contacts') keys += 1
    },
    entered() {
      keys = 0
    },
    home,
    close: () => directory.close(),
  }
}

const groupButton = (
  { entry, label }: StoredEntry,
  kind: DisplayButton['kind'],
): DisplayButton => ({
  id: entry,
  label,
  kind,
})
