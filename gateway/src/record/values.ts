/** One value in a text, with what it is called there. */
export interface Leaf {
  /** The name of the parameter, member, element, attribute or field; empty for text without one. */
  name: string
  /** The names of what it is in, outermost first. */
  within: readonly string[]
  value: string
  /** Numbers and `true`, `false` and `null` of JSON can't become texts. */
  kind: 'text' | 'literal'
  /** The text of a member before the first list or object of the same object of JSON; else empty. */
  beside?: (name: string) => string
}

/** A new value; the same one if nothing is wrong with it. */
export type Rewrite = (leaf: Leaf) => string

/**
 * Rewrites the values in a text of a device: JSON, XML, or lines of `name=value`. What is not rewritten
 * stays as it is written, blanks included.
 */
export function rewriteValues(text: string, rewrite: Rewrite): string {
  const start = text.trimStart()
  if (/^[[{]/.test(start) && isJson(text)) return rewriteJson(text, rewrite)
  if (start.startsWith('<')) return rewriteXml(text, rewrite)
  return rewriteLines(text, rewrite)
}

/** Rewrites the fields of a query or a form. */
export function rewriteQuery(query: string, rewrite: Rewrite): string {
  return query
    .split('&')
    .map((field) => {
      const mark = field.indexOf('=')
      if (mark === -1) return field
      const name = decoded(field.slice(0, mark))
      const value = decoded(field.slice(mark + 1))
      const next = rewrite({ name, within: [], value, kind: 'text' })
      return next === value ? field : `${field.slice(0, mark)}=${encodeURIComponent(next)}`
    })
    .join('&')
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '))
  } catch {
    return text
  }
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

const LINE = /^(\s*#?\s*)([\w.-]+)=(.*)$/

function rewriteLines(text: string, rewrite: Rewrite): string {
  return text
    .split(/(\r?\n)/)
    .map((line) => {
      const [, before = '', full = '', value = ''] = LINE.exec(line) ?? []
      if (full === '') return rewrite({ name: '', within: [], value: line, kind: 'text' })
      const within = full.split('.')
      const name = within.pop() ?? ''
      return `${before}${full}=${rewrite({ name, within, value, kind: 'text' })}`
    })
    .join('')
}

/** A name that only says that the value belongs to another name beside it. */
const isValue = (name: string): boolean => name === 'Value' || name === 'value'

const JSON_TOKEN = /"(?:[^"\\]|\\.)*"|[{}[\]:,]|[^\s"{}[\]:,]+/g

function rewriteJson(text: string, rewrite: Rewrite): string {
  /** Objects and lists that are open; a list has the name of its member. */
  const open: { name: string; beside: (name: string) => string; isList: boolean }[] = []
  return text.replaceAll(JSON_TOKEN, (token: string, at: number) => {
    const inside = open.at(-1)
    if (token === '{' || token === '[') {
      const name = inside?.name ?? ''
      const beside = token === '{' ? besideIn(text, at) : () => ''
      open.push({ name: token === '[' ? name : '', beside, isList: token === '[' })
    }
    if (token === '}' || token === ']') open.pop()
    if (/^[{}[\]:,]$/.test(token) || !inside) return token
    const isText = token.startsWith('"')
    if (
      isText &&
      !inside.isList &&
      /^\s*:/.test(text.slice(at + token.length, at + token.length + 20))
    ) {
      inside.name = JSON.parse(token) as string
      return token
    }
    const { beside } = inside
    const sibling = isValue(inside.name) ? beside('Name') || beside('name') : ''
    const name = sibling || inside.name
    const within = open
      .slice(0, -1)
      .flatMap((one) => (one.isList || one.name === '' ? [] : [one.name]))
    const value = isText ? (JSON.parse(token) as string) : token
    const next = rewrite({ name, within, value, kind: isText ? 'text' : 'literal', beside })
    if (next === value) return token
    return isText ? JSON.stringify(next) : next
  })
}

const MEMBER = /"((?:[^"\\]|\\.)*)"\s*:\s*("(?:[^"\\]|\\.)*"|[^\s",{}[\]]+)\s*(?:,\s*|(?=[}\]]))/y

/** The texts of an object that begins there, up to its first list or object. */
function besideIn(text: string, at: number): (wanted: string) => string {
  return (wanted) => {
    MEMBER.lastIndex = at + 1 + (/^\s*/.exec(text.slice(at + 1, at + 80))?.[0].length ?? 0)
    for (let found = MEMBER.exec(text); found; found = MEMBER.exec(text)) {
      const [, name, value = ''] = found
      if (name === wanted && value.startsWith('"')) return JSON.parse(value) as string
    }
    return ''
  }
}

const XML_PART =
  /<!--[^]*?-->|<!\[CDATA\[[^]*?\]\]>|<[?!][^>]*>|<(\/?)([\w:.-]+)((?:[^>"']|"[^"]*"|'[^']*')*?)(\/?)>|[^<]+|</g

function rewriteXml(text: string, rewrite: Rewrite): string {
  const open: { name: string; sibling: string }[] = []
  return text.replaceAll(
    XML_PART,
    (part: string, closing?: string, tag?: string, attributes?: string, single?: string) => {
      if (tag === undefined) return part.startsWith('<') ? part : inXmlText(part, open, rewrite)
      if (closing === '/') {
        open.pop()
        return part
      }
      const within = open.map(({ name }) => name)
      const local = localOf(tag)
      if (single !== '/') open.push({ name: local, sibling: '' })
      const next = rewriteAttributes(attributes ?? '', [...within, local], rewrite)
      return `<${tag}${next}${single ?? ''}>`
    },
  )
}

const localOf = (name: string): string => name.replace(/^.*:/, '')

function inXmlText(
  part: string,
  open: readonly { name: string; sibling: string }[],
  rewrite: Rewrite,
): string {
  const value = unescaped(part.trim())
  if (value === '') return part
  const { name = '' } = open.at(-1) ?? {}
  const parent = open.at(-2)
  const named = isValue(name) && parent ? parent.sibling || name : name
  if (parent && (name === 'Name' || name === 'name')) parent.sibling = value
  const within = open.slice(0, -1).map((one) => one.name)
  const next = rewrite({ name: named, within, value, kind: 'text' })
  return next === value ? part : part.replace(part.trim(), () => escaped(next))
}

const ATTRIBUTE = /([\w:.-]+)(\s*=\s*)("[^"]*"|'[^']*')/g

function rewriteAttributes(text: string, within: readonly string[], rewrite: Rewrite): string {
  const found = Array.from(text.matchAll(ATTRIBUTE))
  const sibling = found.find(([, name]) => name === 'Name' || name === 'name')?.[3]
  return text.replaceAll(ATTRIBUTE, (whole, full: string, is: string, quoted: string) => {
    if (/^xmlns(?::|$)/.test(full)) return whole
    const own = localOf(full)
    const name = isValue(own) && sibling !== undefined ? unescaped(sibling.slice(1, -1)) : own
    const value = unescaped(quoted.slice(1, -1))
    const next = rewrite({ name, within, value, kind: 'text' })
    const quote = quoted.charAt(0)
    return next === value ? whole : `${full}${is}${quote}${escaped(next)}${quote}`
  })
}

const NAMED: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
}

const unescaped = (text: string): string =>
  text.replaceAll(
    /&(?:#x([\da-f]{1,6})|#(\d{1,7})|(\w+));/gi,
    (whole, hexadecimal?: string, decimal?: string, name?: string) => {
      if (name !== undefined) return NAMED[name] ?? whole
      const code = hexadecimal === undefined ? Number(decimal) : Number.parseInt(hexadecimal, 16)
      return code <= 0x10_ff_ff ? String.fromCodePoint(code) : whole
    },
  )

const escaped = (text: string): string =>
  text.replaceAll(/[&<>"']/g, (sign) => `&#${sign.codePointAt(0) ?? 0};`)
