/** What the parameters of actions and recipients may be. See `check.ts`. */
import type { ActionChoices } from '../calls/action-rules.ts'
import { addressOrHostName, isHostName, isIPv4, isIPv6 } from '../rules/address.ts'
import { atMost, firstOf, printable, problem, wholeFrom } from '../rules/problem.ts'
import type { Problem, Rule } from '../rules/problem.ts'
import { optionsOf } from './options-of.ts'
import { VIRTUAL_INPUTS } from './rule-events.ts'
import type { ParameterKind, TemplateParameter } from './templates.ts'

/** What the device no longer has, such as a clip that somebody has deleted. */
export const GONE: Problem = problem('validation.gone')

/** Length limit of a text without another one. */
const TEXT_MAX = 255

interface Surroundings {
  /** `http` or `https`, which URLs have to begin with. */
  scheme: string
  choices: ActionChoices | undefined
  /** Parameters that may have values too, which are not used and not checked. */
  others?: readonly TemplateParameter[]
}

/**
 * The problems of values, under `parameters.<name>`. Absent and empty ones mean the same. A name
 * that isn't a parameter is a problem too.
 */
export function checkParameters(
  parameters: readonly TemplateParameter[],
  values: Readonly<Record<string, string>>,
  surroundings: Surroundings,
): Record<string, Problem> {
  const problems: Record<string, Problem> = {}
  for (const parameter of parameters) {
    const wrong = checkParameter(parameter, values[parameter.name] ?? '', surroundings)
    if (wrong) problems[`parameters.${parameter.name}`] = wrong
  }
  const proxied = parameters.some(({ name }) => name === 'proxy_host') && values['proxy_host']
  if (proxied && !values['proxy_port']) {
    problems['parameters.proxy_port'] = problem('validation.errorRequired')
  }
  const known = new Set([...parameters, ...(surroundings.others ?? [])].map(({ name }) => name))
  for (const [name, value] of Object.entries(values)) {
    if (value !== '' && !known.has(name)) {
      problems[`parameters.${name}`] = problem('validation.errorInvalid')
    }
  }
  return problems
}

function checkParameter(
  parameter: TemplateParameter,
  value: string,
  { scheme, choices }: Surroundings,
): Problem | undefined {
  if (value === '') return parameter.required ? problem('validation.errorRequired') : undefined
  const { kind, name, maxLength = TEXT_MAX } = parameter
  const rule = BY_NAME[name] ?? ruleOf(parameter, scheme)
  const there = choices && optionsOf(kind, choices)
  // The number of a clip stands for it, too.
  const isNumbered = kind === 'clip' && /^\d{1,9}$/.test(value)
  if (there && !isNumbered && !there.some((option) => option.value === value)) return GONE
  return firstOf(atMost(maxLength), rule)(value)
}

function ruleOf({ kind, options = [], min = 0, max = 0 }: TemplateParameter, scheme: string): Rule {
  const rules: Partial<Record<ParameterKind, Rule>> = {
    longText: lines,
    host: addressOrHostName,
    port: wholeFrom(1, 65_535),
    url: urlWith(scheme),
    email: emailAddress,
    number: wholeFrom(min, max),
    switch: oneOf(['0', '1']),
    choice: oneOf(options),
    virtualInput: wholeFrom(1, VIRTUAL_INPUTS),
  }
  return rules[kind] ?? printable
}

const unlessWrong = (right: boolean) => (right ? undefined : problem('validation.errorInvalid'))

const oneOf =
  (options: readonly string[]): Rule =>
  (value) =>
    unlessWrong(options.includes(value))

/** Text with line breaks and tabs, but no other control characters. */
const lines: Rule = (value) => printable(value.replaceAll(/[\r\n\t]/g, ''))

/** The part of an address before `@` (RFC 5322 §3.2.3, `dot-atom`), with letters of all languages. */
const MAILBOX = /^[\p{L}\p{N}!#$%&'*+/=?^_`{|}~-]+(?:\.[\p{L}\p{N}!#$%&'*+/=?^_`{|}~-]+)*$/u

function isEmailAddress(value: string): boolean {
  const [, mailbox = '', host = ''] = /^(.+)@([^@]+)$/.exec(value) ?? []
  const literal = /^\[(?:IPv6:)?([\d.:A-Fa-f]+)\]$/.exec(host)?.[1]
  const right = literal === undefined ? isHostName(host) : isIPv4(literal) || isIPv6(literal)
  return mailbox.length <= 64 && MAILBOX.test(mailbox) && right
}

/** One address of a mail. */
const emailAddress: Rule = (value) =>
  isEmailAddress(value) ? undefined : problem('validation.invalidEmail')

/** Addresses separated by commas or semicolons. */
const emailAddresses: Rule = (value) =>
  value.split(/[,;]/).every((one) => isEmailAddress(one.trim()))
    ? undefined
    : problem('validation.invalidEmail')

/** A complete URL with this scheme. Who signs in is in parameters of its own, which stay secret. */
const urlWith =
  (scheme: string): Rule =>
  (value) => {
    const url = /[\s\p{Cc}]/u.test(value) || !URL.canParse(value) ? undefined : new URL(value)
    if (url?.protocol !== `${scheme}:` || !/^https?:\/\//i.test(value)) {
      return problem('validation.invalidUrl', { scheme })
    }
    const withLogin = url.username !== '' || url.password !== ''
    return withLogin ? problem('validation.urlWithLogin') : undefined
  }

/** Lines of `Name: value` (RFC 9110 §5.6.2, §5.5). */
const headers: Rule = (value) =>
  value
    .split(/\r?\n/)
    .every((line) => line.trim() === '' || /^[\w!#$%&'*+.^`|~-]+:[^\p{Cc}]*$/u.test(line))
    ? undefined
    : problem('validation.invalidHeaders')

/** A file name, perhaps with `/` and folders before it; nothing leads out of the recipient's own. */
const path: Rule = firstOf(printable, (value) =>
  unlessWrong(!/[\\]/.test(value) && !value.split('/').includes('..')),
)

/** The topic of an MQTT message: no wildcards (MQTT 5.0 §4.7). */
const mqttTopic: Rule = firstOf(printable, (value) => unlessWrong(!/[#+]/.test(value)))

/** In hexadecimal or base64, with or without `SHA256:` in front of it. */
const sha256: Rule = (value) =>
  unlessWrong(/^(?:[\da-f]{64}|(?:SHA256:)?[A-Za-z\d+/]{43}=?)$/i.test(value))

/** In hexadecimal, with or without colons. */
const md5: Rule = (value) => unlessWrong(/^[\da-f]{2}(?::?[\da-f]{2}){15}$/i.test(value))

/** Rules of parameters that mean the same wherever they are. */
const BY_NAME: Readonly<Record<string, Rule>> = {
  email_to: emailAddresses,
  http_headers: headers,
  create_folder: path,
  filename: path,
  upload_path: path,
  topic: mqttTopic,
  ssh_host_pub_key_sha256: sha256,
  ssh_host_pub_key_md5: md5,
}
