import { signIn, signOut } from '@lintel/contract/calls/session'
import { REFUSALS, Refusal } from '@lintel/contract/fault'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { languageOf } from '../accept-language.ts'
import { admit } from '../admit.ts'
import { CALL_HEADERS } from '../answer-headers.ts'
import type { DeviceContext } from '../device-context.ts'
import type { Identifier } from '../identify.ts'
import { JSON_TYPE } from '../kinds/json.ts'
import { encodeRestError } from '../kinds/rest.ts'
import { goTo } from '../pages/go-to.ts'
import { pageFails } from '../pages/page-fault.ts'
import { REVALIDATE, HTML_TYPE, PAGE_HEADERS } from '../pages/page-headers.ts'
import { PLAIN_PAGE_TYPE, plainPage } from '../plain-page.ts'
import { FORM_TYPE, hasType } from '../request-body.ts'
import { endedCookie } from '../session-cookie.ts'
import { applyFault } from '../apply-fault.ts'
import { HttpRefusal } from '../http-refusal.ts'
import { requestInfoOf } from '../request-info.ts'
import { CONSOLE_PATH, nextAfterSignIn } from './next.ts'
import { renderSignIn, SCRIPT_PATH, STYLE_PATH } from './page.ts'
import { SIGN_IN_SCRIPT } from './script.ts'
import { endSession, readForm, readJson, refusalFor, refuseForeign, trySignIn } from './sign-in.ts'
import { SIGN_IN_STYLE } from './style.ts'
import { textsFor } from './texts.ts'
import type { SignInTexts } from './texts.ts'

/** The sign-in page, the targets of its form and of the JSON call, and signing out. */
export function routeSignIn(
  app: FastifyInstance,
  device: DeviceContext,
  identifier: Identifier,
): void {
  /** The page's texts, in the language of the device or, in front of one, of the browser. */
  const textsOf = (request: FastifyRequest) => textsFor(device.language() ?? languageOf(request))

  const show = async (
    texts: SignInTexts,
    reply: FastifyReply,
    status: number,
    shown: { user: string; next: string; problem?: string },
  ): Promise<FastifyReply> =>
    reply
      .code(status)
      .headers(PAGE_HEADERS)
      // With `no-referrer`, the browser would post the form with `Origin: null`, like another site.
      .header('referrer-policy', 'same-origin')
      .type(HTML_TYPE)
      .send(
        renderSignIn({
          base: device.gateway?.base ?? '',
          productName: device.productName(),
          serialNumber: device.serialNumber(),
          givenName: device.publishedName(),
          texts,
          user: shown.user,
          next: shown.next,
          problem: shown.problem,
        }),
      )

  app.get(signIn.path, async (request, reply) => {
    if (await pageFails(device, reply)) return reply
    const next = nextAfterSignIn(new URLSearchParams(requestInfoOf(request.raw).query).get('next'))
    if (device.phase() === 'setup') return goTo(reply, device, CONSOLE_PATH)
    const { kind } = await identifier.identify(request.raw)
    if (kind === 'known') return goTo(reply, device, next)
    return show(textsOf(request), reply, 200, { user: '', next })
  })

  async function postForm(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const attempt = await readForm(request.raw)
    const next = nextAfterSignIn(attempt.next)
    const outcome = await trySignIn(device, identifier, request.raw, attempt)
    if (outcome.kind === 'in')
      return goTo(reply.header('set-cookie', outcome.cookies), device, next)
    const texts = textsOf(request)
    if (outcome.kind === 'wrong') {
      return show(texts, reply, 401, {
        user: attempt.user,
        next,
        problem: texts.text('signIn.wrong'),
      })
    }
    const wait = texts.seconds(outcome.seconds)
    return show(texts, reply.header('retry-after', String(outcome.seconds)), 429, {
      user: attempt.user,
      next,
      problem: texts.text('signIn.slowDown', { wait }),
    })
  }

  async function postJson(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const outcome = await trySignIn(device, identifier, request.raw, await readJson(request.raw))
    if (outcome.kind !== 'in') throw refusalFor(outcome)
    const { user, groups } = outcome.caller
    return reply
      .headers(CALL_HEADERS)
      .header('set-cookie', outcome.cookies)
      .type(JSON_TYPE)
      .send(JSON.stringify({ user, groups }))
  }

  app.post(signIn.path, (request, reply) => {
    const isForm = hasType(request.raw, FORM_TYPE)
    return guarded(signIn.id, request, reply, isForm, () =>
      isForm ? postForm(request, reply) : postJson(request, reply),
    )
  })

  app.post(signOut.path, (request, reply) =>
    guarded(signOut.id, request, reply, false, async () => {
      const identity = await identifier.identify(request.raw)
      admit(signOut, identity, request.raw, { device, identifier })
      endSession(device, request.raw)
      return reply
        .headers(CALL_HEADERS)
        .header('set-cookie', endedCookie(device.serial, requestInfoOf(request.raw).secure))
        .type(JSON_TYPE)
        .send('{}')
    }),
  )

  for (const [path, type, text] of [
    [STYLE_PATH, 'text/css; charset=utf-8', SIGN_IN_STYLE],
    [SCRIPT_PATH, 'text/javascript; charset=utf-8', SIGN_IN_SCRIPT],
  ] as const) {
    app.get(path, async (_request, reply) => {
      if (await pageFails(device, reply)) return reply
      return reply.type(type).header('cache-control', REVALIDATE).send(text)
    })
  }

  /** Runs a POST under its fault switches; errors are encoded as a page or as JSON. */
  async function guarded(
    id: string,
    request: FastifyRequest,
    reply: FastifyReply,
    asPage: boolean,
    act: () => Promise<FastifyReply>,
  ): Promise<FastifyReply> {
    try {
      refuseForeign(request.raw)
      const instead = await applyFault(device.faults.take(id), reply.raw)
      if (instead === 'gone') return reply.hijack()
      if (instead !== undefined) {
        return await reply.code(instead).type(PLAIN_PAGE_TYPE).send(plainPage(instead, ''))
      }
      return await act()
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      if (error instanceof HttpRefusal) reply.headers(error.headers)
      const { status } = REFUSALS[error.reason]
      const { type, body } = asPage
        ? { type: PLAIN_PAGE_TYPE, body: plainPage(status, error.message) }
        : encodeRestError(error.reason, error.message)
      return reply.code(status).headers(CALL_HEADERS).type(type).send(body)
    }
  }
}
