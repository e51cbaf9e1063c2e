/** Locators and device values that many page descriptors share. */
import { setFaults } from '@lintel/contract/bench'
import { listParameters } from '@lintel/contract/calls/parameters'
import type { ParameterName } from '@lintel/contract/parameters/all'
import type { Page } from '@playwright/test'
import { expect } from '../fixture.ts'
import type { Rig } from '../rig/rig.ts'

export const alert = (page: Page, text: string) => page.getByRole('alert').filter({ hasText: text })

/** The message of a part that could not be loaded; its button is next to it. */
export const couldNotLoad = (page: Page) => page.getByText('This could not be loaded.')

export const notSaved = (page: Page) => alert(page, 'Not saved.')

export const saveButton = (page: Page) => page.getByRole('button', { name: 'Save', exact: true })

/** The button of a form, in any language. */
export const submitButton = (page: Page) => page.locator('main button[type="submit"]')

/** The device's own page inside one of the console's. */
export const inFrame = (page: Page) => page.frameLocator('main iframe')

/** Waits until the page, or the frame within it, shows the live picture. */
export const live = (page: Pick<Page, 'getByText'>) =>
  expect(page.getByText('Live', { exact: true })).toBeVisible({ timeout: 15_000 })

/** A parameter of the device by its full name. */
export async function parameter(rig: Rig, name: ParameterName): Promise<string | undefined> {
  return (await rig.root.call(listParameters, { group: name })).values.get(name)
}

/** Makes a call fail, for a picture. */
export const failing =
  (call: string, value = 500) =>
  (rig: Rig) =>
    rig.bench.call(setFaults, { faults: [{ call, fault: 'status', value }] })
