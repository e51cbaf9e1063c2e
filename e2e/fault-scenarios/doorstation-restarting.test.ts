/** Every built page of a door station through a power cut. */
import { updateParameters } from '@lintel/contract/calls/parameters'
import { setTimeZone } from '@lintel/contract/calls/time'
import { addUser, updateUser } from '@lintel/contract/calls/users'
import * as datetime from '../datetime/form.ts'
import { expect } from '../fixture.ts'
import { PASSWORD } from '../rig/accounts.ts'
import { speak } from '../rig/language.ts'
import { expectLive } from '../overview/live.ts'
import * as ports from '../io-ports/port-actions.ts'
import * as snmp from '../network-snmp/form.ts'
import * as security from '../network-security/form.ts'
import * as network from '../network/form.ts'
import * as users from '../users/form.ts'
import { testRestarting } from './restarting.ts'
import { inFrame } from './ready.ts'

testRestarting([
  { route: '/', after: expectLive },
  {
    route: '/search',
    before: (page) => page.getByRole('searchbox').fill('user'),
    after: async (page) => {
      await expect(page.getByRole('searchbox')).toHaveValue('user')
      await expect(page.getByRole('search').getByRole('link').first()).toHaveText('Users')
    },
  },
  {
    route: '/language',
    change: (rig) => speak(rig, 'German'),
    after: (page) => expect(page.getByRole('button', { pressed: true })).toHaveText(['Deutsch']),
  },
  {
    route: '/camera',
    after: (page) =>
      expect(inFrame(page).getByText('Live', { exact: true })).toBeVisible({ timeout: 15_000 }),
  },
  {
    route: '/users',
    change: (rig) => rig.root.call(addUser, { user: 'newcomer', pwd: PASSWORD, sgrp: 'viewer' }),
    after: (page) => expect(users.rowOf(page, 'newcomer')).toBeVisible(),
  },
  {
    route: '/reports/server',
    before: (page) => page.getByRole('checkbox', { name: 'Include snapshot' }).check(),
    change: (rig) => rig.root.call(updateParameters, { 'root.Network.HostName': 'back-gate' }),
    after: async (page) => {
      await expect(page.getByRole('checkbox', { name: 'Include snapshot' })).toBeChecked()
      await expect(page.getByText('Host name: back-gate')).toBeVisible()
    },
  },
  {
    route: '/users/add',
    before: (page) => users.fill(page, { name: 'newcomer', password: PASSWORD }),
    after: async (page) => {
      await expect(users.formOf(page).name).toHaveValue('newcomer')
      await expect(users.formOf(page).password).toHaveValue(PASSWORD)
    },
  },
  {
    route: '/users/edit/guard1',
    change: (rig) => rig.root.call(updateUser, { user: 'guard1', sgrp: 'viewer' }),
    after: (page) => expect(users.formOf(page).role).toHaveValue('viewer'),
  },
  {
    route: '/datetime',
    change: (rig) => rig.root.call(updateParameters, { 'root.Time.SyncSource': 'None' }),
    after: (page) => expect(datetime.formOf(page).source).toHaveText('Set by hand'),
  },
  {
    route: '/datetime/zone',
    change: (rig) => rig.root.call(setTimeZone, { timeZone: 'Asia/Tokyo' }),
    after: async (page) => {
      await expect(datetime.formOf(page).zone).toContainText('Asia/Tokyo')
      await expect(datetime.zoneIn(page, 'Asia/Tokyo')).toBeChecked()
    },
  },
  {
    route: '/ioPorts',
    change: (rig) => ports.setPortParameters(rig, 'I2', { 'Output.Name': 'Strike' }),
    after: (page) => expect(ports.rowOf(page, 'Strike').row).toBeVisible(),
  },
  {
    route: '/ioPorts/edit/I2',
    before: (page) => ports.formOf(page).name.fill('Mine'),
    change: (rig) => ports.setPortParameters(rig, 'I2', { Usage: 'Gate' }),
    after: async (page) => {
      await expect(ports.formOf(page).usage).toHaveValue('Gate')
      await expect(ports.formOf(page).name).toHaveValue('Mine')
    },
  },
  {
    route: '/network-security',
    before: (page) => security.formOf(page).cipher('DHE-RSA-AES128-GCM-SHA256').check(),
    change: (rig) =>
      rig.root.call(updateParameters, { 'root.HTTPS.Ciphers': 'ECDHE-ECDSA-AES128-GCM-SHA256' }),
    async after(page) {
      const { cipher } = security.formOf(page)
      await expect(cipher('DHE-RSA-AES128-GCM-SHA256')).toBeChecked()
      await expect(cipher('ECDHE-RSA-AES128-GCM-SHA256')).not.toBeChecked()
    },
  },
  {
    route: '/certificates',
    after: (page) => expect(inFrame(page).getByRole('table')).toBeVisible(),
  },
  {
    route: '/network-snmp',
    before: async (page) => {
      await snmp.formOf(page).v1v2c.check()
      await snmp.formOf(page).write.fill('keeper')
    },
    change: (rig) => rig.root.call(updateParameters, { 'root.SNMP.V1ReadCommunity': 'theirs' }),
    async after(page) {
      await expect(snmp.formOf(page).write).toHaveValue('keeper')
      await expect(snmp.formOf(page).read).toHaveValue('theirs')
    },
  },
  {
    route: '/network',
    before: (page) => network.chooseStatic(page, '127.0.0.2'),
    change: (rig) => rig.root.call(updateParameters, { 'root.Network.DNSServer1': '127.0.0.53' }),
    async after(page) {
      await expect(network.formOf(page).ip).toHaveValue('127.0.0.2')
      await expect(network.formOf(page).dns1).toHaveValue('127.0.0.53')
    },
  },
  {
    route: '/network/ipv6',
    change: (rig) => rig.root.call(updateParameters, { 'root.Network.IPv6.Enabled': 'no' }),
    after: (page) => expect(network.formOf(page).ipv6).not.toBeChecked(),
  },
  {
    route: '/maintenance',
    after: (page) => expect(page.getByRole('button', { name: 'Restart' })).toBeEnabled(),
  },
  {
    route: '/maintenance/firmware',
    before: (page) =>
      page
        .locator('input[type="file"]')
        .setInputFiles({ name: 'some.img', mimeType: '', buffer: Buffer.alloc(10) }),
    after: async (page) => {
      await expect(page.getByText('some.img')).toBeVisible()
      await expect(page.getByRole('button', { name: 'Upgrade', exact: true })).toBeEnabled()
    },
  },
  {
    route: '/plainconfig',
    after: (page) => expect(page.getByRole('button', { name: 'Open plain config' })).toBeEnabled(),
  },
])
