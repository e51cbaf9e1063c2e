import type { IncomingMessage, ServerResponse } from 'node:http'
import { setTimeout } from 'node:timers/promises'
import { languageOf } from '@lintel/front-door/accept-language'
import { everyAnswer } from '@lintel/front-door/answer-headers'
import { answerPlainly } from '@lintel/front-door/entrance'
import { fieldsOf } from '@lintel/front-door/kinds/fields'
import { HTML_TYPE, PAGE_HEADERS } from '@lintel/front-door/pages/page-headers'
import { readBody } from '@lintel/front-door/request-body'
import { requestInfoOf } from '@lintel/front-door/request-info'
import { isForeign, isNavigation } from '@lintel/front-door/same-site'
import type { Gate } from './gate.ts'
import { PAGE_STYLE_PATH, renderGone, renderList, renderTrust, TRUST_PATH } from './pages.ts'
import { PAGE_STYLE } from './style.ts'

/** The pages of the gateway itself: the list of devices, and what comes before a device's own. */
export interface GatePages {
  /** Whether it is a file that is the same for all devices. */
  isOfAll(request: IncomingMessage): boolean
  /**
   * Answers a request that is for the gateway.
   * @param gate the device that the request is for, if it is for one
   * @returns whether it has been answered
   */
  answer(
    gate: Gate | undefined,
    request: IncomingMessage,
    response: ServerResponse,
  ): Promise<boolean>
}

/** Milliseconds for which a page waits for the state of its device. */
const PATIENCE = 2_000
/** Built files, and what the sign-in page needs. */
const OF_ALL = /^\/(?:webapp\/(?:hw|pages)\/assets\/|favicon\.(?:svg|ico)$|sign-in\/)/

/** @param all the devices, if there are several */
export function createGatePages(all: readonly Gate[] | undefined): GatePages {
  async function list(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const devices = await Promise.all(
      (all ?? []).map(async ({ device, base }) => ({
        href: `${base}/webapp/hw/`,
        name: device.name,
        address: device.link.origin,
        facts: await device.look(),
      })),
    )
    sendPage(request, response, 200, renderList(devices, languageOf(request)))
  }

  /** Answers a navigation to a device that is not there, or not trusted. */
  async function insteadOf(
    { device, base }: Gate,
    request: IncomingMessage,
    response: ServerResponse,
  ): Promise<boolean> {
    // A page that is slow to open tells less than the console, which says what it waits for.
    const known = setTimeout(PATIENCE, device.facts(), { ref: false })
    const { state } = await Promise.race([device.look(), known])
    const language = languageOf(request)
    const address = device.link.origin
    const certificate = device.trust.problem()
    if (state === 'untrusted' && certificate) {
      const { isFinal, ...shown } = certificate
      const action = isFinal ? {} : { action: base + TRUST_PATH }
      sendPage(request, response, 502, renderTrust(shown, { address, language, ...action }))
      return true
    }
    if (state !== 'gone') return false
    sendPage(request, response, 502, renderGone(address, language, all !== undefined))
    return true
  }

  return {
    isOfAll: (request) => OF_ALL.test(requestInfoOf(request).path),
    async answer(gate, request, response) {
      const { path } = requestInfoOf(request)
      if (path === PAGE_STYLE_PATH) {
        send(request, response, 'text/css; charset=utf-8', PAGE_STYLE)
        return true
      }
      if (!gate) {
        if (all && path === '/') await list(request, response)
        else answerPlainly(response, 404, 'There is no such device.')
        return true
      }
      if (path === TRUST_PATH) {
        await confirm(gate, request, response)
        return true
      }
      return isPage(request) ? insteadOf(gate, request, response) : false
    },
  }
}

/** Whether a person opens it in a browser; frames are pages too. */
const isPage = (request: IncomingMessage): boolean =>
  request.method === 'GET' && isNavigation(request.headers)

async function confirm(
  { device, base }: Gate,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  if (request.method !== 'POST') {
    answerPlainly(response, 405, 'The method must be POST.', { allow: 'POST' })
    return
  }
  // Browsers name the origin of every form.
  if (isForeign(request.headers) || request.headers.origin === undefined) {
    answerPlainly(response, 403, 'Requests from pages of other sites are refused.')
    return
  }
  const { fingerprint = '' } = fieldsOf(await readBody(request))
  if (!device.trust.confirm(fingerprint)) {
    answerPlainly(response, 409, 'The certificate has changed in the meantime.')
    return
  }
  answerPlainly(response, 303, 'Confirmed.', { location: `${base}/webapp/hw/` })
}

function sendPage(
  request: IncomingMessage,
  response: ServerResponse,
  status: number,
  html: string,
): void {
  response
    .writeHead(status, {
      ...everyAnswer(requestInfoOf(request)),
      ...PAGE_HEADERS,
      'content-type': HTML_TYPE,
      // With `no-referrer`, the browser would post the form with `Origin: null`, like another site.
      'referrer-policy': 'same-origin',
    })
    .end(html)
}

function send(
  request: IncomingMessage,
  response: ServerResponse,
  type: string,
  body: string,
): void {
  response
    .writeHead(200, {
      ...everyAnswer(requestInfoOf(request)),
      'content-type': type,
      'cache-control': 'no-cache',
    })
    .end(body)
}
