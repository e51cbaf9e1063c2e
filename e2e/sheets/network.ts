/** The pages of the network, for contact sheets. */
import { updateParameters } from '@lintel/contract/calls/parameters'
import { setFaults } from '@lintel/contract/bench'
import { expect } from '@playwright/test'
import { PASSWORD } from '../rig/accounts.ts'
import { save } from './shot.ts'
import type { Shot } from './shot.ts'

export const NETWORK: Record<string, readonly Shot[]> = {
  network: [
    { name: 'from DHCP', route: '/network' },
    {
      name: 'moves',
      route: '/network',
      act: async (page) => {
        await page.getByRole('switch').first().uncheck()
        await page.locator('input[name="ipAddress"]').fill('127.0.0.2')
        await expect(page.getByRole('alert').first()).toBeVisible()
      },
    },
    {
      name: 'wrong',
      route: '/network',
      act: async (page) => {
        await page.getByRole('switch').first().uncheck()
        await page.locator('input[name="ipAddress"]').fill('127.0.0.256')
        await page.locator('input[name="subnetMask"]').fill('255.0.255.0')
        await page.locator('input[name="domainName"]').fill('no good')
        await page.locator('input[name="dnsServer1"]').fill('')
        await save(page).click()
      },
    },
    {
      name: 'no such address',
      route: '/network',
      act: async (page) => {
        await page.getByRole('switch').first().uncheck()
        await page.locator('input[name="ipAddress"]').fill('192.0.2.10')
        await expect(page.getByRole('alert').first()).toBeVisible()
      },
    },
    {
      name: 'not where it is stored',
      route: '/network',
      before: (rig) =>
        rig.root.call(updateParameters, {
          'root.Network.BootProto': 'none',
          'root.Network.IPAddress': '192.0.2.10',
        }),
    },
    {
      name: 'tested',
      route: '/network',
      act: async (page) => {
        await page.getByRole('switch').first().uncheck()
        await page.locator('input[name="ipAddress"] + button').click()
        await expect(page.getByRole('dialog')).toBeVisible()
      },
    },
    {
      name: 'information',
      route: '/network',
      act: async (page) => {
        await page.locator('main h1').locator('xpath=../..').getByRole('button').click()
        await expect(page.getByRole('dialog')).toBeVisible()
      },
    },
    { name: 'IPv6', route: '/network/ipv6' },
    { name: 'discoverability', route: '/network/discoverability' },
    {
      name: 'discoverability, wrong',
      route: '/network/discoverability',
      act: async (page) => {
        await page.locator('input[name="hostName"]').fill('no good')
        await page.locator('input[name="friendlyName"]').fill('')
        await save(page).click()
      },
    },
    {
      name: 'fails',
      route: '/network',
      before: (rig) =>
        rig.bench.call(setFaults, {
          faults: [{ call: 'param.list', fault: 'status', value: 500 }],
        }),
    },
  ],
  networkSnmp: [
    { name: 'off', route: '/network-snmp' },
    {
      name: 'v1 and v2c',
      route: '/network-snmp',
      act: async (page) => {
        await page.locator('input[value="v1v2c"]').check()
        await page.getByRole('switch').check()
        await page.locator('input[name="v1Read"]').fill('r'.repeat(33))
        await save(page).click()
      },
    },
    {
      name: 'v3',
      route: '/network-snmp',
      act: async (page) => {
        await page.locator('input[value="v3"]').check()
        await save(page).click()
      },
    },
    {
      name: 'first password',
      route: '/network-snmp',
      act: async (page) => {
        await page.locator('input[value="v3"]').check()
        await page.locator('input[name="password"]').fill(PASSWORD)
        await save(page).click()
        await expect(page.getByRole('alertdialog')).toBeVisible()
      },
    },
    {
      name: 'mixed',
      route: '/network-snmp',
      before: (rig) =>
        rig.root.call(updateParameters, {
          'root.SNMP.Enabled': 'yes',
          'root.SNMP.V3': 'yes',
          'root.SNMP.InitialUserPasswd': PASSWORD,
        }),
    },
    {
      name: 'fails',
      route: '/network-snmp',
      before: (rig) =>
        rig.bench.call(setFaults, {
          faults: [{ call: 'param.list', fault: 'status', value: 500 }],
        }),
    },
  ],
}
