/** Every built page of a door station, opened on a device that fails under it. */
import { listCertificates } from '@lintel/contract/calls/certificates'
import { getClientNote } from '@lintel/contract/calls/client-notes'
import { getTimeStatus } from '@lintel/contract/calls/time'
import { at, expect, test } from '../fixture.ts'
import { expectLive } from '../overview/live.ts'
import { couldNotLoad, testLoading } from './loading.ts'
import { inFrame, live, standing } from './ready.ts'

// Each test stands alone, and together they are long: any browser that is free takes the next.
test.describe.configure({ mode: 'parallel' })

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
    address: at('/ioPorts/edit/I2'),
    calls: ['clientnotes.getvalue'],
    about: getClientNote,
    there: standing('/ioPorts/edit/I2'),
    failed: couldNotLoad,
  },
  {
    what: 'the source of the time',
    address: at('/datetime'),
    calls: ['time.status'],
    about: getTimeStatus,
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
    address: at('/network-security'),
    calls: ['webserver', 'certificates'],
    there: standing('/network-security'),
    failed: couldNotLoad,
  },
  {
    address: '/admin/certificates.shtml',
    calls: ['getbrand', 'usergroup', 'certificates'],
    about: listCertificates,
    there: (page) => expect(page.getByRole('button', { name: 'Details of device' })).toBeVisible(),
    failed: couldNotLoad,
  },
  {
    address: at('/network-snmp'),
    calls: ['param.list'],
    there: standing('/network-snmp'),
    failed: couldNotLoad,
  },
  {
    address: at('/config-check'),
    calls: ['param.list', 'intercom'],
    there: standing('/config-check'),
  },
  {
    address: at('/reports'),
    calls: ['param.list', 'serverreport', 'crashreport'],
    there: standing('/reports'),
  },
  {
    address: at('/reports/server'),
    calls: ['serverreport'],
    there: standing('/reports/server'),
    failed: couldNotLoad,
  },
  {
    address: at('/network'),
    calls: ['param.list'],
    there: standing('/network'),
    failed: couldNotLoad,
  },
  {
    address: at('/maintenance'),
    calls: ['param.list', 'date', 'systemready'],
    there: standing('/maintenance'),
  },
  {
    what: 'the other firmware on /maintenance',
    address: at('/maintenance'),
    calls: ['firmware.status'],
    there: standing('/maintenance'),
    failed: couldNotLoad,
  },
  {
    address: at('/maintenance/firmware'),
    calls: ['firmware.status'],
    there: standing('/maintenance/firmware'),
    failed: couldNotLoad,
  },
  {
    address: at('/plainconfig'),
    calls: ['param.list', 'date'],
    there: standing('/plainconfig'),
  },
  {
    address: '/admin/config.shtml',
    calls: ['getbrand', 'usergroup', 'param.listdefinitions'],
    there: (page) => expect(page.getByText('Network', { exact: true })).toBeVisible(),
    failed: couldNotLoad,
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
