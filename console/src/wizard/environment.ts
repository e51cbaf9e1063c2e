import type { Client } from '@lintel/contract/client'
import { pickLanguage } from '@lintel/contract/languages'
import type { LanguageCode } from '@lintel/contract/languages'
import { atSite, CONSOLE_PATH, deviceLocation } from '@lintel/contract/site'
import { goTo } from '../app/trial/move.ts'
import { wait } from '../app/wait.ts'
import { fetchConsole } from './fetch-console.ts'
import type { Left } from './machine.ts'
import { readLeft } from './note-left.ts'
import { browserZone } from '../time/zone-names.ts'

/** What the wizard needs from its environment. */
export interface Environment {
  client: Client
  /** Resolves after this many milliseconds. */
  wait: (milliseconds: number) => Promise<void>
  /** Monotonic milliseconds. */
  monotonic: () => number
  /** Resolves when the page is visible: at once, or when its tab is shown again. */
  whenVisible: () => Promise<void>
  /** The language of the wizard, which is the browser's if we have it. */
  language: () => LanguageCode
  /** The browser's time zone. */
  zone: () => string
  /** Begins to load what the console needs first. */
  prepare: () => void
  /** Where a reload has interrupted the set-up in this tab; undefined if it has not. */
  resume: () => Left | undefined
  /** Opens the console in place of the wizard. */
  reload: () => void
  /** The address of this page. */
  here: () => URL
  /** Opens another page in place of the wizard. */
  goTo: (url: string) => void
}

export const monotonic = (): number => performance.now()

/** The browser around the wizard, apart from its access to the device. */
export const browser: Omit<Environment, 'client'> = {
  monotonic,
  wait,
  whenVisible: () =>
    new Promise((resolve) => {
      const check = () => {
        if (document.hidden) return
        document.removeEventListener('visibilitychange', check)
        resolve()
      }
      document.addEventListener('visibilitychange', check)
      check()
    }),
  // Nobody has signed in, so the device's language can't be read.
  language: () => pickLanguage(navigator.languages),
  zone: browserZone,
  prepare: () => void fetchConsole().catch(() => undefined),
  // Once the current render has dropped the question about unsaved changes.
  resume: () => readLeft(sessionStorage),
  reload: () => void setTimeout(openConsole),
  here: () => deviceLocation(),
  goTo,
}

/** The wizard may be at the console's own address, where only a reload loads it anew. */
function openConsole(): void {
  const console = atSite(CONSOLE_PATH)
  if (location.pathname === console) location.reload()
  else location.replace(console + location.hash)
}
