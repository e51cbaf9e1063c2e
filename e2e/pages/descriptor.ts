/**
 * What the browser tests need to know about a page. Each area has a file here with its pages, and
 * every test that covers all pages takes its list from these files.
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
 * A console page has a `route`: what follows `#`, with an example in place of a variable part.
 * Any other page has a `path`.
 */
type Address = { route: string; path?: never } | { path: string; route?: never }

/**
 * Which checks can share a page:
 * - `ready`, the keyboard, the window sizes and a reload change nothing, so one opened page serves them all.
 * - Openings change nothing on the device, but each needs the page opened anew, inside an open console
 *   or by a load.
 * - Saves that fail leave the form as it was, so they can follow each other on one page; the one that
 *   succeeds comes last.
 * - A restart needs the page's clock installed before the page opens, and leaves the device changed;
 *   several pages, each in a tab, can share one.
 */
export type PageDescriptor = Address & {
  /**
   * The product on which it is tested. A route may have a second descriptor for another product.
   */
  product?: 'C1410' | 'A1601'
  /** The state of the device when the page opens; `ready` by default. */
  state?: State
  /** Who opens it; an administrator by default. */
  person?: Person | 'nobody'
  /** The call of our own design that the page needs. */
  about?: Pick<Call, 'id' | 'own'>
  /** Its entry in the sidebar, in two languages that sort differently. */
  menu?: Record<'English' | 'German', string>
  /** Whether a link leads there; `false` for a page reached only by a button or a typed address. */
  linked?: false
  /** The route that it is replaced by, if it has no content of its own. */
  leadsTo?: string
  /** Waits until its content is there, in any language. */
  ready: (page: Page) => Promise<void>
  /** Waits for a link that appears after the page is ready. */
  linkReady?: (page: Page) => Promise<void>
  /** What it shows while its calls fail or are slow; each opening is tested on its own. */
  openings?: readonly Opening[]
  /** What can be saved on it, each tested with every fault. */
  forms?: readonly Form[]
  /** What it keeps while the device loses power. */
  restart?: Restart
  /** Its pictures on the contact sheet of the area. */
  pictures?: readonly Picture[]
}

/** Calls that a page makes when it opens, which fail or are slow together. */
export interface Opening {
  /** Part of the test's title, where the address isn't enough. */
  what?: string
  /** The calls, by id or family. */
  calls: readonly string[]
  /** The call of our own design that the opening needs. */
  about?: Pick<Call, 'id' | 'own'>
  /** Waits for what these calls load, in English; the page's own `ready` by default. */
  ready?: (page: Page) => Promise<void>
  /** The message when the calls fail; undefined when the page works without them. */
  failed?: (page: Page) => Locator
  /**
   * Whether an open console makes the calls when it goes to the page, and makes them again after an
   * event; otherwise the test loads the page.
   */
  inside?: boolean
  /** Whether it retries by itself; otherwise it has a button. */
  retriesByItself?: boolean
}

export type Fault = FaultSwitch['fault']

/** A change that a person makes on a page and saves. */
export interface Form {
  /** What is saved, for the test's title. */
  what: string
  /** The call that saves, by id. */
  call: string
  /** Prepares the device before the page opens. */
  before?: (rig: Rig) => Promise<unknown>
  /** Fills in the form on the open page. */
  fill: (page: Page) => Promise<void>
  /** The button that saves. */
  save: (page: Page) => Locator
  /** The message when the save failed. */
  failed: (page: Page) => Locator
  /** Expects the form to keep what was typed. */
  unchanged: (page: Page) => Promise<void>
  /** Expects the page to show that it was saved. */
  saved: (page: Page) => Promise<void>
  /** Whether the device stored it, read directly from the device. */
  stored: (rig: Rig) => Promise<boolean>
  /**
   * The faults to test; all by default. The others have tests of their own in the area's folder.
   */
  faults?: readonly Fault[]
}

/** A power cut under an open page, and under other pages in other tabs. */
export interface Restart {
  /** Whether what changes on the device would change the other pages too. */
  alone?: true
  /** Input on the page before the power cut. */
  before?: (page: Page) => Promise<void>
  /** What changes on the device while the page can't see it. */
  change?: (rig: Rig) => Promise<unknown>
  /** Expects the device's new values, and what was typed. */
  after: (page: Page) => Promise<void>
}

/** A state that changes how a page looks. */
export interface Picture {
  name: string
  /** The route, where it differs from the page's own. */
  route?: string
  /** The product, where it differs from the page's own. */
  product?: string
  state?: State
  person?: Person
  /** Prepares the device before the page opens. */
  before?: (rig: Rig) => Promise<unknown>
  /** Brings the open page into the state, in any language. */
  act?: (page: Page) => Promise<unknown>
}
