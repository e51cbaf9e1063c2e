import { actionTemplate } from '@lintel/contract/action-rules/templates'
import { qualified } from '@lintel/contract/events'
import type { DeviceEvent } from '@lintel/contract/events'
import type { Attachment, Parcel, Values } from './types.ts'

/** The methods of HTTP notifications. */
const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const

/** The values of a template, with initial values in place of absent and empty ones. */
export function withInitial(template: string, values: Values): Values {
  const full: Record<string, string> = { ...values }
  for (const { name, initial } of actionTemplate(template)?.parameters ?? []) {
    if (initial !== undefined && !full[name]) full[name] = initial
  }
  return full
}

/** What happened, in a line, for messages of rules that have none of their own. */
export function eventLine(rule: string, event: DeviceEvent | undefined): string {
  if (!event) return rule
  const items = Object.entries({ ...event.source, ...event.data })
    .map(([name, value]) => `${name}=${value}`)
    .join(', ')
  return `${rule}: ${qualified(event.topic)}${items === '' ? '' : ` (${items})`}`
}

/** Without what would lead out of the recipient's folder, or what file systems refuse. */
const safePath = (text: string): string =>
  text
    .split(/[/\\]+/)
    .map((part) => part.replaceAll(/[^\p{L}\p{N}._ -]/gu, '-').trim())
    .filter((part) => part !== '' && part !== '.' && part !== '..')
    .join('/')

/**
 * What a delivery brings, complete.
 * @param values of the action, with initial values
 * @param expand replaces modifiers such as `%F`
 * @param picture taken now, for templates that send one
 */
export function makeParcel(options: {
  template: string
  rule: string
  event: DeviceEvent | undefined
  values: Values
  expand: (text: string) => string
  picture: Uint8Array | undefined
}): Parcel {
  const { template, rule, event, values, expand, picture } = options
  const of = (name: string) => expand(values[name] ?? '')
  const method = METHODS.find((one) => one === values['method']) ?? 'GET'
  const attachments: Attachment[] = picture
    ? [
        {
          path: [safePath(of('create_folder')), safePath(of('filename')) || 'image.jpg']
            .filter(Boolean)
            .join('/'),
          contentType: 'image/jpeg',
          bytes: picture,
        },
      ]
    : []
  const isHttp = /\.https?$/.test(template)
  return {
    subject: of('subject'),
    // An HTTP server gets the arguments that it expects, and no others.
    message: of('message') || of('payload') || (isHttp ? '' : eventLine(rule, event)),
    ...(isHttp && {
      http: {
        method: picture ? 'POST' : method,
        query: of('parameters') || of('custom_params'),
        headers: values['http_headers'] ?? '',
        body: of('body'),
      },
    }),
    attachments,
  }
}
