import { test as base } from '@playwright/test'
import type { Person } from './rig/accounts.ts'
import { ACCOUNTS, PASSWORD, ROOT } from './rig/accounts.ts'
import type { PageGuard } from './rig/page-guard.ts'
import { watchPages } from './rig/page-guard.ts'
import type { Rig } from './rig/rig.ts'
import { startRig } from './rig/rig.ts'
import type { State } from './rig/states.ts'

export { expect } from '@playwright/test'

interface Options {
  /** The state of the device before each test. */
  state: State
  /** Who is signed in before the page opens; `nobody` for no session. */
  person: Person | 'root' | 'nobody'
}

interface Fixtures {
  /** Errors that the test provokes, as patterns of their log lines (see page-guard.ts). */
  expectFailures: PageGuard['expect']
  /** Opens a page of the console by its route: `/users`. */
  open: (route: string) => Promise<void>
}

interface WorkerFixtures {
  product: string
  rig: Rig
}

/** The URL path of a console route. */
export const at = (route: string) => `/webapp/hw/#${route}`

/**
 * `test` with one device per worker, reset to the chosen state before each test, and a signed-in
 * browser. A test fails when a page logs an error, or a request fails, that it did not expect.
 */
export const test = base.extend<Options & Fixtures & { guard: PageGuard }, WorkerFixtures>({
  product: ['A8307-E', { option: true, scope: 'worker' }],
  rig: [
    async ({ product }, provide) => {
      const rig = await startRig({ product })
      await provide(rig)
      await rig.stop()
    },
    { scope: 'worker', timeout: 60_000 },
  ],

  state: ['ready', { option: true }],
  person: ['admin', { option: true }],

  baseURL: async ({ rig }, provide) => provide(rig.addresses.http),

  guard: async ({ context }, provide) => {
    const guard = watchPages(context)
    await provide(guard)
    const faults = guard.faults()
    if (faults.length > 0) throw new Error(`The page did what it may not:\n${faults.join('\n')}`)
  },

  page: async ({ rig, state, person, context, guard: _guard }, provide) => {
    await rig.put(state)
    if (person !== 'nobody' && state !== 'new') {
      const user = person === 'root' ? ROOT : ACCOUNTS[person].user
      const answer = await context.request.post('/sign-in', {
        data: { user, password: PASSWORD },
        headers: { 'x-lintel-console': '1' },
      })
      if (!answer.ok()) throw new Error(`Signing in as ${user} was answered by ${answer.status()}.`)
    }
    await provide(await context.newPage())
  },

  expectFailures: async ({ guard }, provide) => provide(guard.expect),

  open: async ({ page }, provide) => {
    await provide(async (route) => {
      await page.goto(at(route))
    })
  },
})
