import { recipientTemplate, RECIPIENT_TEMPLATES } from '@lintel/contract/action-rules/templates'
import type { RecipientTemplate, TemplateParameter } from '@lintel/contract/action-rules/templates'
import type { Recipient } from '@lintel/contract/calls/recipients'

/**
 * The form of a recipient: its name, the token of its template, whether a proxy is used, and the
 * parameters of all templates, each under `fieldOf`.
 */
export type RecipientForm = Record<string, string | boolean> & {
  name: string
  template: string
  proxy: boolean
}

/** The name of a parameter's field. A type that is chosen again has what was typed for it before. */
export const fieldOf = (templateId: string, name: string): string => `${templateId}-${name}`

/** The parameters that a person enters. */
export const shownIn = (template: RecipientTemplate): TemplateParameter[] =>
  template.parameters.filter(({ unused }) => !unused)

const isProxy = (name: string) => name.startsWith('proxy_')

/** The value of a form for one that is stored; empty means the same as absent. */
function valueOf({ kind, initial = '' }: TemplateParameter, stored = ''): string | boolean {
  const value = stored === '' ? initial : stored
  if (kind === 'secret') return ''
  return kind === 'switch' ? value === '1' : value
}

/** @param template the type of a new recipient */
export function valuesOf(opened: Recipient | undefined, template: string): RecipientForm {
  const own = opened?.template ?? template
  const fields = RECIPIENT_TEMPLATES.flatMap((one) =>
    shownIn(one).map((parameter) => {
      const stored = one.token === own ? opened?.parameters[parameter.name] : undefined
      return [fieldOf(one.id, parameter.name), valueOf(parameter, stored)] as const
    }),
  )
  return {
    ...Object.fromEntries(fields),
    name: opened?.name ?? '',
    template: own,
    proxy: (opened?.parameters['proxy_host'] ?? '') !== '',
  }
}

/**
 * What the calls get. Secrets that were not typed are absent and stay; those whose username was
 * removed are emptied. What the page doesn't show stays as it was.
 */
export function parametersIn(
  typed: RecipientForm,
  opened: Recipient | undefined,
): Record<string, string> {
  const template = recipientTemplate(typed.template)
  const before = opened?.template === typed.template ? opened : undefined
  const parameters: Record<string, string> = {}
  const textOf = (name: string) => {
    const value = typed[fieldOf(template?.id ?? '', name)]
    if (isProxy(name) && !typed.proxy) return ''
    return typeof value === 'boolean' ? (value ? '1' : '0') : (value ?? '')
  }
  for (const { name, kind, unused } of template?.parameters ?? []) {
    const value = unused ? (before?.parameters[name] ?? '') : textOf(name)
    const login = textOf(name.replace('password', 'login'))
    const emptied = kind === 'secret' && login === '' && before?.secrets.includes(name)
    if (value !== '' || (emptied && !unused)) parameters[name] = value
  }
  return parameters
}

/** The fingerprint in the words of a test that failed because none was known. */
export const keyIn = (detail: string): string | undefined =>
  /SHA256:[A-Za-z\d+/]{43}/.exec(detail)?.[0]

/** The usual ports of a mail server, by encryption. */
export const MAIL_PORTS: Readonly<Record<string, string>> = { tls: '587', ssl: '465', none: '25' }
