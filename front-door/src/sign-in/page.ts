import { namelessTitle } from '@lintel/contract/device-name'
import { escapeHtml } from '../escape-html.ts'
import { MARK } from '../mark.ts'
import type { SignInTexts } from './texts.ts'

/** What the page shows. All of it is text, none of it markup. */
export interface SignInPage {
  /** What the paths of the device begin with. */
  base: string
  productName: string
  serialNumber: string
  /** By which people tell it from others. */
  givenName: string | undefined
  texts: SignInTexts
  /** The name that was typed before. */
  user: string
  next: string
  /** Why the last attempt failed, as a sentence. */
  problem: string | undefined
}

export const STYLE_PATH = '/sign-in/style.css'
export const SCRIPT_PATH = '/sign-in/start.js'

/** An eye, with a stroke through it while the password is shown. */
const EYE =
  '<svg width="18" height="18" viewBox="0 0 24 24" fill="none" stroke="currentColor" stroke-width="2" stroke-linecap="round" aria-hidden="true">' +
  '<path d="M2 12s3.6-6.5 10-6.5S22 12 22 12s-3.6 6.5-10 6.5S2 12 2 12Z"/><circle cx="12" cy="12" r="2.8"/><path class="stroke" d="M4 20 20 4"/></svg>'

/** The sign-in page as HTML: a form that works without scripts. */
export function renderSignIn(page: SignInPage): string {
  const { base, productName, serialNumber, givenName, texts, user, next, problem } = page
  const device = givenName ?? namelessTitle(productName, serialNumber)
  const { tag, text } = texts
  const product = escapeHtml(productName)
  const brand =
    givenName === undefined
      ? product
      : `<span>${escapeHtml(givenName)}<small>${product}</small></span>`
  const failed = problem === undefined ? '' : ' aria-invalid="true" aria-describedby="problem"'
  const notice =
    problem === undefined
      ? ''
      : `<p class="notice" role="alert" id="problem"><span>${escapeHtml(problem)}</span></p>\n`
  const [onUser, onPassword] = user === '' ? [' autofocus', ''] : ['', ' autofocus']
  return `<!doctype html>
<html lang="${tag}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escapeHtml(text('signIn.title'))} – ${escapeHtml(device)}</title>
<link rel="icon" href="/favicon.svg" type="image/svg+xml">
<link rel="stylesheet" href="${STYLE_PATH}">
<script src="${SCRIPT_PATH}"></script>
</head>
<body>
<main>
<p class="brand">${MARK}${brand}</p>
<form method="post" action="${escapeHtml(base)}/sign-in">
<h1>${escapeHtml(text('signIn.title'))}</h1>
${notice}<input type="hidden" name="next" value="${escapeHtml(next)}">
<label>${escapeHtml(text('signIn.user'))}<input name="user" value="${escapeHtml(user)}" autocomplete="username" autocapitalize="none" spellcheck="false" required${onUser}${failed}></label>
<div class="field"><label for="password">${escapeHtml(text('signIn.password'))}</label><div class="line"><input id="password" name="password" type="password" autocomplete="current-password" required${onPassword}${failed}><button type="button" class="eye" aria-label="${escapeHtml(text('signIn.showPassword'))}" aria-pressed="false" hidden>${EYE}</button></div></div>
<button>${escapeHtml(text('signIn.submit'))}</button>
</form>
</main>
</body>
</html>
`
}
