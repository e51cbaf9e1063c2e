import { controlApplication, listApplications } from '@lintel/contract/calls/applications'
import { updateParameters } from '@lintel/contract/calls/parameters'
import { setFaults } from '@lintel/contract/bench'
import type { Page } from '@playwright/test'
import { expect } from '../fixture.ts'
import { installBell } from '../services/applications.ts'
import type { PageDescriptor } from './descriptor.ts'
import { couldNotLoad, failing, notSaved, parameter, saveButton } from './parts.ts'

const host = (page: Page) => page.locator('main input[name="host"]')
const list = listApplications.id

export const services: readonly PageDescriptor[] = [
  {
    route: '/services',
    menu: { English: 'Applications', German: 'Anwendungen' },
    ready: (page) => expect(page.locator('main table')).toBeVisible(),
    linkReady: (page) => expect(page.locator('a[href="#/services/edit/bell"]')).toBeVisible(),
    openings: [{ calls: [list], inside: true, failed: couldNotLoad }],
    restart: {
      change: (rig) => installBell(rig, { setup: { appName: 'gong', friendlyName: 'Gong' } }),
      after: (page) => expect(page.getByText('Gong', { exact: true })).toBeVisible(),
    },
    pictures: [
      { name: 'one' },
      {
        name: 'none',
        before: (rig) => rig.root.call(controlApplication, { package: 'bell', action: 'remove' }),
      },
      {
        name: 'running',
        async before(rig) {
          await installBell(rig, { copyProtection: { method: 'none' } })
          await rig.root.call(controlApplication, { package: 'bell', action: 'start' })
        },
      },
      { name: 'fails', before: failing(list) },
    ],
  },
  {
    route: '/services/install',
    ready: (page) => expect(page.locator('main button[type="submit"]')).toBeVisible(),
    pictures: [
      { name: 'install' },
      { name: 'wrong', act: (page) => page.locator('main button[type="submit"]').click() },
    ],
  },
  {
    route: '/services/avhs',
    ready: (page) => expect(page.locator('main input[name="allowAvhs"]')).toBeVisible(),
    openings: [{ calls: ['param.list'], inside: true, failed: couldNotLoad }],
    forms: [
      {
        what: 'the remote service',
        call: updateParameters.id,
        fill: (page) => host(page).fill('proxy.example.com'),
        save: saveButton,
        failed: notSaved,
        unchanged: (page) => expect(host(page)).toHaveValue('proxy.example.com'),
        saved: (page) =>
          expect(page.getByText('The settings of the remote service are saved.')).toBeVisible(),
        stored: async (rig) =>
          (await parameter(rig, 'root.RemoteService.ProxyServer')) === 'proxy.example.com',
      },
    ],
    restart: {
      change: (rig) =>
        rig.root.call(updateParameters, { 'root.RemoteService.ProxyServer': 'other.example.com' }),
      after: (page) => expect(host(page)).toHaveValue('other.example.com'),
    },
    pictures: [
      { name: 'on' },
      { name: 'key', act: (page) => page.locator('main [data-field="oak"]').click() },
      {
        name: 'no key',
        before: (rig) =>
          rig.root.call(updateParameters, {
            'root.RemoteService.ProxyServer': 'proxy.example.com',
          }),
        act: (page) => page.locator('main [data-field="oak"]').click(),
      },
      { name: 'fails', before: failing('param.list') },
    ],
  },
  {
    route: '/services/edit/bell',
    ready: (page) => expect(page.locator('main dl')).not.toHaveCount(0),
    openings: [{ calls: [list], inside: true, failed: couldNotLoad }],
    pictures: [
      { name: 'no licence' },
      {
        name: 'delete',
        act: (page) => page.locator('main section').last().getByRole('button').click(),
      },
    ],
  },
  {
    route: '/services/license/bell',
    ready: (page) => expect(page.locator('main button[type="submit"]')).toBeVisible(),
    openings: [{ calls: [list], inside: true, failed: couldNotLoad }],
    pictures: [
      { name: 'key file' },
      {
        name: 'offline',
        act: (page) => page.locator('main form button[type="button"]').first().click(),
      },
      {
        name: 'slow',
        before: (rig) =>
          rig.bench.call(setFaults, { faults: [{ call: list, fault: 'slow', value: 60_000 }] }),
      },
    ],
  },
]
