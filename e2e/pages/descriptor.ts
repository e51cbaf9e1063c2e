/**
 * What the browser tests know of a page. Each area has a file here with its pages, and every test
 * that goes through all pages takes its list from them.
 */
import type { Call } from '@lintel/contract/call'
import type { FaultSwitch } from '@lintel/contract/wire'
import type { Locator, Page } from '@playwright/test'
import type { Person } from '../rig/accounts.ts'
import type { Rig } from '../rig/rig.ts'
import type { State } from '../rig/states.ts'

/** The product on which a page is tested unless its descriptor names another. */
export const DEFAULT_PRODUCT = 'A8307-E'

/**
 * A page of the console has a `route`: what follows `#`, with an example in place of a part that
 * varies. Any other page has a `path`.
 */
type Address = { route: string; path?: never } | { path: string; route?: never }

/**
 * Which checks can share a page:
 * - `ready`, the keyboard, the window sizes and a reload change nothing, so one opened page serves them all.
 * - Openings change nothing on the device, but each needs the page opened anew.
 * - Saves that fail leave the form as it was, so they can follow each other on one page; the one that
 *   succeeds comes last.
 * - A restart needs the page's clock installed before the page opens, and leaves the device changed.
 */
export type PageDescriptor = Address & {
  /** The product on which it is tested. A route can stand here once more for another product. */
  product?: 'C1410'
  /** The state in which the device is when the page opens; `ready` unless said otherwise. */
  state?: State
  /** Who opens it; an administrator unless said otherwise. */
  person?: Person | 'nobody'
  /** The call of our own design without which there is no such page. */
  about?: Pick<Call, 'id' | 'own'>
  /** Its entry in the sidebar, in two languages that sort differently. */
  menu?: Record<'English' | 'German', string>
  /** Whether a link leads there; `false` for what only a button or a typed address opens. */
  linked?: false
  /** Waits until its content is there, in any language. */
  ready: (page: Page) => Promise<void>
  /** What it shows while the calls that it makes fail or are slow; each is tried on its own. */
  openings?: readonly Opening[]
  /** What can be saved on it, each tried with every fault. */
  forms?: readonly Form[]
  /** What it keeps while the device loses its power. */
  restart?: Restart
  /** Its pictures on the contact sheet of the area. */
  pictures?: readonly Picture[]
}

/** Calls that a page makes when it opens, which fail or are slow together. */
export interface Opening {
  /** Part of the test's title, where the address doesn't say it. */
  what?: string
  /** The calls, by id or family. */
  calls: readonly string[]
  /** The call of our own design that it is about. */
  about?: Pick<Call, 'id' | 'own'>
  /** Waits for what these calls bring, in English; the page's own `ready` unless given. */
  ready?: (page: Page) => Promise<void>
  /** What the page says when the calls fail. Without it, the page does without them. */
  failed?: (page: Page) => Locator
  /** Whether it asks again by itself; else it has a button for that. */
  retriesByItself?: boolean
}

export type Fault = FaultSwitch['fault']

/** Something that a person changes on a page and saves. */
export interface Form {
  /** What is saved, for the test's title. */
  what: string
  /** The call that saves, by id. */
  call: string
  /** Prepares the device before the page opens. */
  before?: (rig: Rig) => Promise<unknown>
  /** Types what is to be saved into the open page. */
  fill: (page: Page) => Promise<void>
  /** The button that saves. */
  save: (page: Page) => Locator
  /** What the page says when it was not saved. */
  failed: (page: Page) => Locator
  /** Expects what was typed to be there still. */
  unchanged: (page: Page) => Promise<void>
  /** Expects the page to show that it was saved. */
  saved: (page: Page) => Promise<void>
  /** Whether the device has it, asked through the second channel. */
  stored: (rig: Rig) => Promise<boolean>
  /** The faults to try; all unless given. The others have tests of their own in the area's folder. */
  faults?: readonly Fault[]
}

/** A power cut under an open page. */
export interface Restart {
  /** What a person does on the page before it. */
  before?: (page: Page) => Promise<void>
  /** What changes on the device while the page can't know. */
  change?: (rig: Rig) => Promise<unknown>
  /** Expects the device's new values, and what was typed. */
  after: (page: Page) => Promise<void>
}

/** A state that changes the look of a page. */
export interface Picture {
  name: string
  /** The route, where it differs from the page's own. */
  route?: string
  state?: State
  person?: Person
  /** Prepares the device before the page opens. */
  before?: (rig: Rig) => Promise<unknown>
  /** Brings the open page into the state, in any language. */
  act?: (page: Page) => Promise<unknown>
}
