import type { Page } from '@playwright/test'
import { at, expect } from '../fixture.ts'

/** Every page of the console by its route, and what stands on it once it is there. */
export const PAGES: Record<string, (page: Page) => Promise<void>> = {
  '/': (page) => expect(page.locator('main dl').first()).toBeVisible(),
  '/search': (page) => expect(page.getByRole('search').getByRole('searchbox')).toBeVisible(),
  '/language': (page) => expect(page.locator('main button[lang="it"]')).toBeVisible(),
  '/camera': (page) =>
    expect(page.frameLocator('main iframe').getByRole('img')).toBeVisible({ timeout: 8_000 }),
  '/users': (page) => expect(page.getByRole('table')).toBeVisible(),
  '/users/add': (page) => expect(page.locator('main select')).toBeVisible(),
  '/users/edit/guard1': (page) => expect(page.locator('main select')).toHaveValue('operator'),
  '/config-check': (page) => expect(page.locator('main p').last()).toBeVisible(),
  '/datetime': (page) => expect(page.getByRole('switch')).toBeVisible(),
  '/datetime/zone': (page) => expect(page.getByRole('searchbox')).toBeVisible(),
  '/reports': (page) => expect(page.locator('main a[href="#/reports/server"]')).toBeVisible(),
  '/reports/server': (page) => expect(page.locator('main pre')).toBeVisible(),
  '/network': (page) => expect(page.getByRole('switch')).toHaveCount(2),
  '/network/ipv6': (page) => expect(page.getByRole('switch')).toHaveCount(1),
  '/network/discoverability': (page) => expect(page.getByRole('switch')).toHaveCount(3),
  '/network-security': (page) => expect(page.getByRole('radio')).toHaveCount(3),
  '/network-security/8021x': (page) =>
    expect(page.frameLocator('main iframe').getByRole('status')).toBeVisible({ timeout: 8_000 }),
  '/certificates': (page) =>
    expect(page.frameLocator('main iframe').getByRole('button').first()).toBeVisible({
      timeout: 8_000,
    }),
  '/network-snmp': (page) => expect(page.getByRole('radio')).toHaveCount(3),
  '/maintenance': (page) => expect(page.locator('main [data-field="default"]')).toBeVisible(),
  '/maintenance/firmware': (page) => expect(page.locator('main dl')).toBeVisible(),
  '/plainconfig': (page) => expect(page.locator('main section')).toBeVisible(),
  '/ioPorts': (page) => expect(page.locator('main table a').first()).toBeVisible(),
  '/ioPorts/relays': (page) => expect(page.locator('main table a').first()).toBeVisible(),
  '/ioPorts/edit/I2': (page) => expect(page.locator('input[name="outputName"]')).toBeVisible(),
}

/** Pages that a device shows in some states only, and where they are tested. */
export const ELSEWHERE: Record<string, string> = {
  '/network-security/audio-site': 'e2e/network-security/audio-site.test.ts',
}

/** Opens a page and waits until its content stands. */
export async function openPage(page: Page, route: string): Promise<void> {
  await page.goto(at(route))
  await PAGES[route]?.(page)
}
