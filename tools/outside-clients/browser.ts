import { chromium } from '@playwright/test'
import type { Page } from '@playwright/test'
import { methodOf, responseOf } from '../../front-door/src/testing/clients/client.ts'
import type { Account, Client, ClientRequest } from '../../front-door/src/testing/clients/client.ts'
import { findChromium } from '../chromium.mjs'

interface PageRequest {
  path: string
  method: string
  headers: Record<string, string>
  body: string | undefined
}

/** Runs in the page. */
async function fetchInPage({ path, method, headers, body }: PageRequest) {
  const response = await fetch(path, { method, headers, ...(body === undefined ? {} : { body }) })
  const bytes = new Uint8Array(await response.arrayBuffer())
  return { status: response.status, bytes: Array.from(bytes) }
}

/** The first message of a web socket, after this one; runs in the page. */
function messageInPage({ path, message }: { path: string; message: string }): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = new WebSocket(path)
    socket.addEventListener('open', () => socket.send(message))
    socket.addEventListener('message', ({ data }) => {
      socket.close()
      resolve(String(data))
    })
    socket.addEventListener('error', () => reject(new Error('The socket was refused.')))
  })
}

/** Opens the sign-in page, signs in, and hands over the page. */
async function withPage<T>(
  origin: string,
  { user, password }: Account,
  work: (page: Page) => Promise<T>,
): Promise<T> {
  const executablePath = findChromium()
  const browser = await chromium.launch(executablePath === undefined ? {} : { executablePath })
  try {
    const page = await browser.newPage({ bypassCSP: true })
    await page.goto(`${origin}/sign-in`)
    await page.locator('[name=user]').fill(user)
    await page.locator('[name=password]').fill(password)
    const answered = page.waitForResponse((one) => one.request().method() === 'POST')
    await page.locator('[name=password]').press('Enter')
    await answered
    // Any page of the device will do.
    await page.goto(`${origin}/axis-cgi/rootpwdsetvalue.cgi`)
    return await work(page)
  } finally {
    await browser.close()
  }
}

async function ask(page: Page, request: ClientRequest) {
  const url = new URL(request.url)
  for (const [name, value] of Object.entries(request.query ?? {})) {
    url.searchParams.set(name, value)
  }
  const { status, bytes } = await page.evaluate(fetchInPage, {
    path: url.pathname + url.search,
    method: methodOf(request),
    headers: {
      'x-lintel-console': '1',
      ...(request.json === undefined ? {} : { 'content-type': 'application/json' }),
    },
    body: request.json === undefined ? request.body : JSON.stringify(request.json),
  })
  return responseOf(status, Uint8Array.from(bytes))
}

/** Chromium's own fetch, for somebody who signed in on the page. */
export const browser: Client = {
  name: 'Chromium',
  missing: findChromium() === undefined ? 'chromium-headless-shell' : undefined,
  async send(account, requests) {
    const [{ url }] = requests as [ClientRequest]
    return withPage(new URL(url).origin, account, async (page) => {
      const responses = []
      for (const request of requests) responses.push(await ask(page, request))
      return responses
    })
  },
}

/** What a web socket of the device says first, to this message. */
export const firstMessage = (
  origin: string,
  account: Account,
  socket: { path: string; message: string },
): Promise<string> => withPage(origin, account, (page) => page.evaluate(messageInPage, socket))
