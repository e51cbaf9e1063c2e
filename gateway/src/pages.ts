import type { LanguageCode } from '@lintel/contract/languages'
import { MARK } from '@lintel/front-door/mark'
import { escapeHtml } from '@lintel/front-door/escape-html'
import type { Facts, DeviceState } from './device.ts'
import { textsIn } from './texts.ts'
import type { GatewayText } from './texts.ts'
import type { Unconfirmed } from './trust.ts'

export const PAGE_STYLE_PATH = '/gateway/style.css'
/** Where the form that confirms a certificate is posted. */
export const TRUST_PATH = '/gateway/trust'

/** A device in the list. */
export interface Listed {
  /** The address of its console. */
  href: string
  name: string
  address: string
  facts: Facts
}

const STATES: Readonly<Record<DeviceState, GatewayText>> = {
  ready: 'gateway.ready',
  setup: 'gateway.setup',
  starting: 'gateway.starting',
  gone: 'gateway.gone',
  untrusted: 'gateway.untrusted',
}

/** The list of devices, as HTML. */
export function renderList(devices: readonly Listed[], language: LanguageCode): string {
  const say = textsIn(language)
  const items = devices.map(({ href, name, address, facts }) => {
    const { product, firmware, state } = facts
    const version = firmware === '' ? '' : say('gateway.firmware', { version: firmware })
    const details = [product === '' ? '' : name, address, version].filter(Boolean).join(' · ')
    return `<li><a href="${escapeHtml(href)}">
<span class="picture" aria-hidden="true">${pictureOf(product)}</span>
<span class="text"><strong>${escapeHtml(product || name)}</strong><small>${escapeHtml(details)}</small></span>
<span class="state ${state}">${escapeHtml(say(STATES[state]))}</span></a></li>`
  })
  const title = say('gateway.devices')
  return page(language, title, `<h1>${escapeHtml(title)}</h1>\n<ul>${items.join('\n')}</ul>`)
}

/** The page of a device that does not answer. */
export function renderGone(address: string, language: LanguageCode, list: boolean): string {
  const say = textsIn(language)
  return page(
    language,
    say('gateway.goneTitle'),
    `<h1>${escapeHtml(say('gateway.goneTitle'))}</h1>
<p>${escapeHtml(say('gateway.goneHint', { address }))}</p>
<p class="actions">${list ? back(say('gateway.back')) : ''}<a class="button" href="">${escapeHtml(say('gateway.tryAgain'))}</a></p>`,
  )
}

/**
 * The page that asks whether a certificate is the device's.
 * @param action where the form is posted; undefined if the certificate can't be confirmed
 */
export function renderTrust(
  { fingerprint, before, names, validTo }: Unconfirmed,
  { address, action, language }: { address: string; action?: string; language: LanguageCode },
): string {
  const say = textsIn(language)
  const changed = before !== undefined
  const title = say(changed ? 'gateway.changedTitle' : 'gateway.trustTitle')
  const hint: GatewayText =
    action === undefined
      ? 'gateway.fixedHint'
      : changed
        ? 'gateway.changedHint'
        : 'gateway.trustHint'
  const facts: [GatewayText, string | undefined][] = [
    ['gateway.fingerprint', fingerprint],
    ['gateway.before', before],
    ['gateway.names', names],
    ['gateway.validTo', formatDay(validTo, language)],
  ]
  const rows = facts.flatMap(([id, value]) =>
    value ? [`<dt>${escapeHtml(say(id))}</dt><dd>${escapeHtml(value)}</dd>`] : [],
  )
  const form =
    action === undefined
      ? ''
      : `<form method="post" action="${escapeHtml(action)}">
<input type="hidden" name="fingerprint" value="${escapeHtml(fingerprint)}">
<p class="actions"><button>${escapeHtml(say('gateway.trust'))}</button></p></form>`
  return page(
    language,
    title,
    `<h1>${escapeHtml(title)}</h1>
<p>${escapeHtml(say(hint, { address }))}</p>
<dl>${rows.join('\n')}</dl>
${form}`,
  )
}

const back = (text: string) => `<a href="/">${escapeHtml(text)}</a>`

function page(language: LanguageCode, title: string, content: string): string {
  return `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escapeHtml(title)} – Lintel</title>
<link rel="icon" href="/favicon.svg" type="image/svg+xml">
<link rel="stylesheet" href="${PAGE_STYLE_PATH}">
</head>
<body>
<main>
<p class="brand">${MARK}Lintel</p>
<section>
${content}
</section>
</main>
</body>
</html>
`
}

/** `28 December 2027`; empty if it is no date. */
function formatDay(day: Date, language: LanguageCode): string {
  if (Number.isNaN(day.getTime())) return ''
  const tag = language === 'en' ? 'en-GB' : language
  return new Intl.DateTimeFormat(tag, { dateStyle: 'long', timeZone: 'UTC' }).format(day)
}

/** A drawing of the kind of device: a speaker, a door controller, else a door station. */
function pictureOf(product: string): string {
  const shape = /^(?:AXIS )?C1/i.test(product)
    ? '<circle cx="24" cy="24" r="15"/><circle cx="24" cy="24" r="6"/>'
    : /^(?:AXIS )?A1/i.test(product)
      ? '<rect x="8" y="12" width="32" height="24" rx="3"/><path d="M14 30h20"/>'
      : '<rect x="14" y="5" width="20" height="38" rx="4"/><circle cx="24" cy="15" r="4"/><path d="M20 34h8"/>'
  return `<svg viewBox="0 0 48 48" width="48" height="48" fill="none" stroke="currentColor" stroke-width="2" stroke-linecap="round">${shape}</svg>`
}
