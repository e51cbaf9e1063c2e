import { getClientNote } from '@lintel/contract/calls/client-notes'
import { expect } from '../fixture.ts'
import { formOf, parametersOf, rowOf, setPortParameters } from '../io-ports/port-actions.ts'
import type { PageDescriptor } from './descriptor.ts'
import { couldNotLoad, notSaved, saveButton, submitButton } from './parts.ts'

export const ioPorts: readonly PageDescriptor[] = [
  {
    route: '/ioPorts',
    menu: { English: 'I/O ports', German: 'E/A-Ports' },
    ready: (page) => expect(page.locator('main table a').first()).toBeVisible(),
    restart: {
      change: (rig) => setPortParameters(rig, 'I2', { 'Output.Name': 'Strike' }),
      after: (page) => expect(rowOf(page, 'Strike').row).toBeVisible(),
    },
    pictures: [
      { name: 'ports' },
      {
        name: 'toggled',
        async act(page) {
          await page.locator('main table button').last().click()
          await expect(page.locator('main table output').last()).not.toBeEmpty()
        },
      },
    ],
  },
  {
    route: '/ioPorts/relays',
    ready: (page) => expect(page.locator('main table a').first()).toBeVisible(),
    pictures: [{ name: 'relays' }],
  },
  {
    route: '/ioPorts/edit/I2',
    ready: (page) => expect(page.locator('input[name="outputName"]')).toBeVisible(),
    openings: [
      { calls: ['clientnotes.getvalue'], about: getClientNote, inside: true, failed: couldNotLoad },
    ],
    forms: [
      {
        what: 'a port',
        call: 'param.update',
        async fill(page) {
          await formOf(page).name.fill('Door strike')
          await formOf(page).pulse.check()
          await formOf(page).pulseTime.fill('2.5')
        },
        save: saveButton,
        failed: notSaved,
        async unchanged(page) {
          await expect(formOf(page).name).toHaveValue('Door strike')
          await expect(formOf(page).pulseTime).toHaveValue('2.5')
        },
        // In the list, or in the form if the page finds out by itself that the change is stored.
        async saved(page) {
          await expect(saveButton(page)).toHaveCount(0)
          await expect(page.locator('main').getByText('Door strike')).toBeVisible()
        },
        stored: async (rig) => (await parametersOf(rig, 'I2'))['Output.PulseTime'] === '2500',
      },
    ],
    restart: {
      before: (page) => formOf(page).name.fill('Mine'),
      change: (rig) => setPortParameters(rig, 'I2', { Usage: 'Gate' }),
      async after(page) {
        await expect(formOf(page).usage).toHaveValue('Gate')
        await expect(formOf(page).name).toHaveValue('Mine')
      },
    },
    pictures: [
      { name: 'input', route: '/ioPorts/edit/I0' },
      {
        name: 'output, wrong',
        async act(page) {
          await page.locator('input[value="monostable"]').check()
          await page.locator('input[name="outputName"]').fill('')
          await submitButton(page).click()
        },
      },
      { name: 'relay', route: '/ioPorts/edit/I3' },
    ],
  },
]
