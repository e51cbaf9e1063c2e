/**
 * Attacks by other sites' pages on the device, at an address that is not loopback: there browsers
 * send neither `Sec-Fetch-Site` nor, for pictures, `Origin`.
 */
import type { ChildProcess } from 'node:child_process'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { request } from 'node:http'
import { getUsers } from '@lintel/contract/calls/users'
import type { Page, Request } from '@playwright/test'
import { test as base } from '@playwright/test'
import { expect } from './fixture.ts'
import { notThroughGateway } from './rig/gateway.ts'
import { ACCOUNTS, PASSWORD } from './rig/accounts.ts'
import type { Namespace } from '../device/src/testing/namespace.ts'
import { canMakeNamespace, makeNamespace } from '../device/src/testing/namespace.ts'
import type { Rig } from './rig/rig.ts'
import { startRig } from './rig/rig.ts'

const VICTIM = ACCOUNTS.viewer.user
const DELETE = `/axis-cgi/pwdgrp.cgi?action=remove&user=${VICTIM}`

/** Serves one page on a free port and prints its address. */
const ATTACKER = `
  const [address, html] = process.argv.slice(1)
  const server = require('node:http').createServer((_, answer) =>
    answer.setHeader('content-type', 'text/html').end(html))
  server.listen(0, address, () => console.log('http://' + address + ':' + server.address().port))
`

const test = base.extend<object, { namespace: Namespace; rig: Rig }>({
  namespace: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright wants the pattern to see what is used
    async ({}, provide) => {
      const namespace = makeNamespace()
      await provide(namespace)
      namespace.remove()
    },
    { scope: 'worker' },
  ],
  rig: [
    async ({ namespace: { inside, within } }, provide) => {
      const token = 'same-site-test-token'
      const rig = await startRig({
        bind: inside,
        within,
        flags: ['--bench-bind', inside, '--bench-token', token],
        benchToken: token,
      })
      await provide(rig)
      await rig.stop()
    },
    { scope: 'worker', timeout: 60_000 },
  ],
  page: async ({ rig, context }, provide) => {
    await rig.put('ready')
    const answer = await context.request.post(`${rig.addresses.http}/sign-in`, {
      data: { user: ACCOUNTS.admin.user, password: PASSWORD },
      headers: { 'x-lintel-console': '1' },
    })
    expect(answer.ok()).toBe(true)
    await provide(await context.newPage())
  },
})

notThroughGateway('the device itself is attacked; gateway.test.ts does the same with a gateway')
test.skip(!canMakeNamespace(), 'Network namespaces need Linux, root and iproute2.')

/** Starts the attacker's server at an address; `command` may run it in the namespace. */
async function attack(command: readonly string[], address: string, html: string) {
  const [program, ...args] = [...command, process.execPath, '-e', ATTACKER, address, html]
  const server: ChildProcess = spawn(program, args, { stdio: ['ignore', 'pipe', 'inherit'] })
  if (!server.stdout) throw new Error('The attacker has no output.')
  const [line] = (await once(server.stdout, 'data')) as [Buffer]
  return { url: line.toString().trim(), stop: () => server.kill() }
}

/** Opens the attacker's page and waits until the device or the browser has refused its write. */
async function underAttack(page: Page, url: string): Promise<void> {
  const isWrite = (request: Request) => request.url().includes('/axis-cgi/pwdgrp.cgi')
  const over = Promise.race([
    page.waitForEvent('response', (response) => isWrite(response.request())),
    page.waitForEvent('requestfailed', isWrite),
  ])
  await page.goto(url)
  await over
}

const survives = async (rig: Rig) =>
  expect((await rig.root.call(getUsers, {})).viewer).toContain(VICTIM)

/** Ways in which a page makes a browser write without permission. */
const ATTACKS = {
  'a picture': (url: string) => `<img src="${url}${DELETE}">`,
  'a form': (url: string) =>
    `<form method="post" action="${url}/axis-cgi/pwdgrp.cgi"><input name="action" value="remove"><input name="user" value="${VICTIM}"></form><script>document.forms[0].submit()</script>`,
  'a script': (url: string) =>
    `<script>fetch('${url}${DELETE}', { credentials: 'include', mode: 'no-cors' }).catch(() => {})</script>`,
  'a script with our header': (url: string) =>
    `<script>fetch('${url}${DELETE}', { credentials: 'include', headers: { 'x-lintel-console': '1' } }).catch(() => {})</script>`,
}

for (const [way, html] of Object.entries(ATTACKS)) {
  test(`${way} on another port of the same host changes nothing`, async ({
    page,
    rig,
    namespace,
  }) => {
    const { inside, within } = namespace
    const attacker = await attack(within, inside, html(rig.addresses.http))
    await underAttack(page, attacker.url)
    attacker.stop()
    await survives(rig)
  })

  test(`${way} on another host changes nothing`, async ({ page, rig, namespace }) => {
    const attacker = await attack([], namespace.outside, html(rig.addresses.http))
    await underAttack(page, attacker.url)
    attacker.stop()
    await survives(rig)
  })
}

test('the same write by our own page succeeds, so the attacks fail for the right reason', async ({
  page,
  rig,
}) => {
  await page.goto(`${rig.addresses.http}/webapp/hw/`)
  const status = await page.evaluate(
    async (path) => (await fetch(path, { headers: { 'x-lintel-console': '1' } })).status,
    DELETE,
  )
  expect(status).toBe(200)
  expect((await rig.root.call(getUsers, {})).viewer).not.toContain(VICTIM)
})

test('a picture on our own page can’t write either', async ({ page, rig }) => {
  await page.goto(`${rig.addresses.http}/webapp/hw/`)
  await page.evaluate(
    (path) =>
      new Promise<void>((resolve) => {
        const picture = new Image()
        picture.addEventListener('error', () => resolve())
        picture.addEventListener('load', () => resolve())
        picture.src = path
      }),
    DELETE,
  )
  await survives(rig)
})

test('refuses a foreign host name', async ({ page: _page, rig }) => {
  const status = await new Promise<number | undefined>((resolve, reject) => {
    request(
      `${rig.addresses.http}/axis-cgi/rootpwdsetvalue.cgi`,
      { headers: { host: 'evil.example' } },
      (answer) => {
        answer.resume()
        resolve(answer.statusCode)
      },
    )
      .on('error', reject)
      .end()
  })
  expect(status).toBeGreaterThanOrEqual(400)
  expect(status).toBeLessThan(500)
})
