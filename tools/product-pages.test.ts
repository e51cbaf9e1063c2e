/**
 * The console's pages on every product, as each role sees them: what the device itself reports,
 * judged by the console's page table, against the tables of the requirements.
 */
import { roleOf } from '@lintel/contract/access'
import type { Role } from '@lintel/contract/access'
import { getBrand } from '@lintel/contract/calls/identity'
import { getServiceCapabilities } from '@lintel/contract/calls/intercom'
import { listParameters } from '@lintel/contract/calls/parameters'
import { getUserGroups } from '@lintel/contract/calls/users'
import { createClient } from '@lintel/contract/client'
import { PRODUCTS } from '@lintel/contract/products/products'
import type { Product } from '@lintel/contract/products/product'
import { isThere, mayOpen, ROUTES, SIDEBAR } from '@lintel/contract/testing/console-routes'
import { beforeAll, describe, expect, test } from 'vitest'
import { isAudio } from '../console/src/app/conditions.ts'
import type { Viewpoint } from '../console/src/app/conditions.ts'
import { pages } from '../console/src/app/pages.ts'
import { isBuilt, sidebarOf } from '../console/src/app/routing/page-table.ts'
import { paramsOf, routeOf } from '../console/src/app/routing/route.ts'
import { openTestDevice } from '../device/src/services/testing/test-device.ts'
import { servicesOf } from '../device/src/services/services.ts'

const USERS: Record<Role, string> = { admin: 'root', operator: 'oper', viewer: 'view' }
const ROLES = Object.keys(USERS) as Role[]

/** What the console of each role learns from a device of this product. */
async function viewpointsOn(product: Product): Promise<Record<Role, Viewpoint>> {
  const device = await openTestDevice(servicesOf(product), undefined, product)
  device.makeAccounts()
  const seenBy = async (role: Role): Promise<Viewpoint> => {
    const client = createClient({
      fetch: (url, options) => device.fetch(String(url), { ...options, as: USERS[role] }),
    })
    const { Brand: brand } = await client.call(getBrand, {})
    const { groups } = await client.call(getUserGroups, {})
    expect(roleOf(groups)).toBe(role)
    const { values: parameters } = await client.call(listParameters, {})
    const known = { groups, parameters, brand }
    if (role !== 'admin' || isAudio(known)) return known
    const capabilities = await client.call(getServiceCapabilities, {}).then(
      (answer) => answer.Capabilities,
      () => ({}),
    )
    return { ...known, capabilities }
  }
  try {
    return {
      admin: await seenBy('admin'),
      operator: await seenBy('operator'),
      viewer: await seenBy('viewer'),
    }
  } finally {
    await device.close()
  }
}

/** Whether the page of an address is built; the others are answered as not found. */
const hasPage = (address: string) =>
  isBuilt(pages.find(({ path }) => paramsOf(path, address)) ?? { path: address, role: 'admin' })

function expectedRoute(address: string, role: Role, number: string): string {
  if (!mayOpen(role, address) && address !== '/') return 'shell.noAccess'
  if (!isThere(address, number)) return 'shell.pageMissing'
  return hasPage(address) ? 'opens' : 'shell.pageNotFound'
}

describe.each(PRODUCTS.map((product) => [product.number, product] as const))(
  '%s',
  (number, product) => {
    let viewpoints: Record<Role, Viewpoint>
    beforeAll(async () => {
      viewpoints = await viewpointsOn(product)
    })

    test('every address opens, is refused or is not found as the tables say, for each role (SHELL-28, SHELL-66, FIX-10)', () => {
      for (const role of ROLES) {
        for (const address of ROUTES.flatMap(([, , , addresses]) => addresses)) {
          const route = routeOf(pages, address, viewpoints[role])
          const result = 'page' in route ? 'opens' : route.denied
          const expected = expectedRoute(address, role, number)
          expect(result, `${address} as ${role}`).toBe(expected)
        }
      }
    })

    test('the sidebar lists the pages that the role may open, and no other (FIX-08, FIX-09, SHELL-69)', () => {
      for (const role of ROLES) {
        const sidebar = sidebarOf(pages, viewpoints[role], ({ titleId }) => titleId, 'en').map(
          ({ group, pages: listed }) => [group, listed.map(({ path }) => path).toSorted()],
        )
        const expected = Object.entries(SIDEBAR)
          .map(([group, all]): [string, string[]] => [
            group,
            all.filter((path) => expectedRoute(path, role, number) === 'opens').toSorted(),
          ])
          .filter(([, paths]) => paths.length > 0)
        expect(sidebar, role).toEqual(expected)
      }
    })
  },
)
