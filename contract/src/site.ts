/**
 * Where a page of the device is opened: at the device itself, or at a gateway in front of it, which
 * says so in the page.
 */

/** Attributes of a page's root element that the server sets, as `dataset` names them. */
export const SITE = {
  /** What the paths of the device begin with there; absent if nothing comes before them. */
  base: 'base',
  /** The device's own URL. */
  device: 'device',
  /** Where the device has the same page over https; set for the set-up, and only over plain http. */
  https: 'https',
} as const

const said = (name: keyof typeof SITE): string | undefined =>
  typeof document === 'undefined' ? undefined : document.documentElement.dataset[SITE[name]]

/** What the paths of the device begin with in this page; empty at the device itself. */
export const siteBase = (): string => said('base') ?? ''

/** A path of the device, as this page has to ask for it. */
export const atSite = (path: string): string => siteBase() + path

/** The device's own URL: where this page was opened, or what the gateway says. */
export const deviceLocation = (): URL => new URL(said('device') ?? location.href)

/** The console's path. */
export const CONSOLE_PATH = '/webapp/hw/'

/** Where the set-up goes on after a reload, once root has a password. Own. */
export const SETUP_PATH = `${CONSOLE_PATH}setup`

/** Where the device has the set-up over https; undefined if this page is already, or it has none. */
export const httpsAddress = (): string | undefined => said('https')

/** Whether a gateway serves this page. What the device alone has is opened there. */
export const isAtGateway = (): boolean => said('device') !== undefined

/**
 * The key of a value in the browser's storage that belongs to one device: several devices share an
 * origin at a gateway.
 */
export const keyOfDevice = (name: string): string => name + siteBase()
