import { namelessTitle } from '@lintel/contract/device-name'
import { MARK } from '../mark.ts'
import type { SignInTexts } from './texts.ts'

/** What the page shows. All of it is text, none of it markup. */
export interface SignInPage {
  productName: string
  serialNumber: string
  texts: SignInTexts
  /** The name that was typed before. */
  user: string
  next: string
  /** Why the last attempt failed, as a sentence. */
  problem: string | undefined
}

export const STYLE_PATH = '/sign-in/style.css'
export const SCRIPT_PATH = '/sign-in/start.js'

/** The sign-in page as HTML: a form that works without scripts. */
export function renderSignIn(page: SignInPage): string {
  const { productName, serialNumber, texts, user, next, problem } = page
  const { tag, text } = texts
  const failed = problem === undefined ? '' : ' aria-invalid="true" aria-describedby="problem"'
  const notice =
    problem === undefined
      ? ''
      : `<p class="notice" role="alert" id="problem"><span>${escape(problem)}</span></p>\n`
  const [onUser, onPassword] = user === '' ? [' autofocus', ''] : ['', ' autofocus']
  return `<!doctype html>
<html lang="${tag}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escape(text('signIn.title'))} – ${escape(namelessTitle(productName, serialNumber))}</title>
<link rel="icon" href="/favicon.svg" type="image/svg+xml">
<link rel="stylesheet" href="${STYLE_PATH}">
<script src="${SCRIPT_PATH}"></script>
</head>
<body>
<main>
<p class="brand">${MARK}${escape(productName)}</p>
<form method="post" action="/sign-in">
<h1>${escape(text('signIn.title'))}</h1>
${notice}<input type="hidden" name="next" value="${escape(next)}">
<label>${escape(text('signIn.user'))}<input name="user" value="${escape(user)}" autocomplete="username" autocapitalize="none" spellcheck="false" required${onUser}${failed}></label>
<label>${escape(text('signIn.password'))}<input name="password" type="password" autocomplete="current-password" required${onPassword}${failed}></label>
<button>${escape(text('signIn.submit'))}</button>
</form>
</main>
</body>
</html>
`
}

const ENTITIES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

function escape(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => ENTITIES[character] ?? character)
}
