/** Queries on the page descriptors, for tests that cover all pages. */
import { isThere } from '@lintel/contract/testing/console-routes'
import type { Page } from '@playwright/test'
import { at } from '../fixture.ts'
import { AREAS } from './all.ts'
import { DEFAULT_PRODUCT } from './descriptor.ts'
import type { PageDescriptor } from './descriptor.ts'

const PAGES: readonly PageDescriptor[] = Object.values(AREAS).flat()

/** The areas to test, if the run is limited to some. */
const only = process.env['LINTEL_AREAS']?.split(' ')

/** The pages that are tested on a product, in the console and outside it. */
export const pagesTestedOn = (number: string): readonly PageDescriptor[] =>
  Object.entries(AREAS)
    .filter(([area]) => only === undefined || only.includes(area))
    .flatMap(([, pages]) => pages)
    .filter(({ product = DEFAULT_PRODUCT }) => product === number)

/** Whether an administrator opens it on a device that is set up. */
export const isForAdministrators = ({ state = 'ready', person = 'admin' }: PageDescriptor) =>
  state !== 'new' && person === 'admin'

/** The URL path of a page on the device. */
export const addressOf = ({ route, path }: PageDescriptor): string =>
  route === undefined ? path : at(route)

/** All console routes that have a page, on any product. */
export const ROUTES: readonly string[] = [...new Set(PAGES.flatMap(({ route }) => route ?? []))]

/** The console routes that a product has. */
export const routesOn = (number: string = DEFAULT_PRODUCT): readonly string[] =>
  ROUTES.filter((route) => isThere(route, number))

/**
 * The page at a route, as the product shows it.
 * @throws Error when no descriptor has this route
 */
export function pageAt(route: string, number: string = DEFAULT_PRODUCT): PageDescriptor {
  const there = PAGES.filter((page) => page.route === route)
  const page = there.find(({ product }) => product === number) ?? there[0]
  if (!page) throw new Error(`No file in e2e/pages describes ${route}.`)
  return page
}

/** Waits until the content of the page at a route is there, as a product shows it. */
export const expectReady = (page: Page, route: string, number?: string): Promise<void> =>
  pageAt(route, number).ready(page)

/** Opens a page of the console and waits until its content is there. */
export async function openPage(page: Page, route: string): Promise<void> {
  await page.goto(at(route))
  await expectReady(page, route)
}
