/** Every built page of a door station on a device that fails under it. */
import type { Page } from '@playwright/test'
import { at, expect } from '../fixture.ts'
import { expectLive } from '../overview/live.ts'
import { PAGES } from '../shell/pages.ts'
import { couldNotLoad, testLoading } from './loading.ts'

/** What stands on a page of the console. */
const standing = (route: string) => async (page: Page) => PAGES[route]?.(page)

const live = (page: Page) =>
  expect(page.getByText('Live', { exact: true })).toBeVisible({ timeout: 15_000 })
const inFrame = (page: Page) => page.frameLocator('main iframe')

testLoading([
  {
    what: 'the console',
    address: at('/maintenance'),
    calls: ['rootpwdsetvalue', 'getbrand', 'usergroup'],
    there: standing('/maintenance'),
    failed: (page) => page.getByText('The console could not be opened.'),
  },
  {
    address: at('/'),
    calls: ['param.list', 'video'],
    there: async (page) => {
      await expect(page.getByRole('term').filter({ hasText: 'Firmware' })).toBeVisible()
      await expectLive(page, 15_000)
    },
    failed: couldNotLoad,
  },
  {
    address: at('/search'),
    calls: ['param.list', 'intercom', 'date', 'time'],
    there: standing('/search'),
  },
  {
    address: at('/language'),
    calls: ['param.list'],
    there: standing('/language'),
    failed: couldNotLoad,
  },
  {
    address: at('/camera'),
    calls: ['param.list', 'video'],
    there: (page) =>
      expect(inFrame(page).getByText('Live', { exact: true })).toBeVisible({ timeout: 15_000 }),
    failed: (page) => inFrame(page).getByText('This could not be loaded.'),
  },
  { address: at('/users'), calls: ['pwdgrp'], there: standing('/users'), failed: couldNotLoad },
  {
    address: at('/users/add'),
    calls: ['pwdgrp'],
    there: standing('/users/add'),
    failed: couldNotLoad,
  },
  {
    address: at('/users/edit/guard1'),
    calls: ['pwdgrp'],
    there: standing('/users/edit/guard1'),
    failed: couldNotLoad,
  },
  {
    address: at('/datetime'),
    calls: ['time', 'param.list'],
    there: standing('/datetime'),
    failed: couldNotLoad,
  },
  {
    what: 'the source of the time',
    address: at('/datetime'),
    calls: ['time.status'],
    there: (page) => expect(page.getByText('Time server from DHCP').first()).toBeVisible(),
    failed: couldNotLoad,
  },
  {
    address: at('/datetime/zone'),
    calls: ['time', 'param.list'],
    there: standing('/datetime/zone'),
    failed: couldNotLoad,
  },
  {
    address: at('/maintenance'),
    calls: ['param.list', 'date', 'systemready'],
    there: standing('/maintenance'),
  },
  {
    address: '/aca/index.html',
    calls: ['getbrand', 'usergroup', 'param.list'],
    there: live,
    failed: couldNotLoad,
  },
  {
    what: 'the picture of /aca/index.html',
    address: '/aca/index.html',
    calls: ['video'],
    there: live,
    failed: (page) => page.getByText(/The video stream can't be accessed/),
    byItself: true,
  },
  {
    address: '/webapp/hw/licences.html',
    calls: ['getbrand', 'usergroup', 'param.list'],
    there: (page) => expect(page.getByRole('listitem').first()).toBeVisible(),
    failed: couldNotLoad,
  },
])
