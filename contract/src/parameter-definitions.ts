/**
 * What parameters may hold, as `param.cgi?action=listdefinitions` describes it in XML, for both
 * ends. Source: console specification A §7 "Parameters"; device-api.md.
 */

/** One parameter with its value. */
export interface ParameterDefinition {
  /** Full name, `root.AudioSource.A0.InputType`. */
  name: string
  value: string
  /** Who may create, delete, read and write: 0 anyone, 1 viewer, 4 operator, 6 admin, 7 the device. */
  securityLevel: string
  /** The name that people see. */
  niceName: string
  type: DefinitionType
  /** The attributes of the type that are true. */
  marks: readonly DefinitionMark[]
}

export type DefinitionMark = 'readonly' | 'writeonly' | 'hidden' | 'const'

export type DefinitionType =
  | { kind: 'bool' }
  | { kind: 'int'; min: number; max: number }
  | { kind: 'string' | 'password'; maxlen: number }
  | { kind: 'enum'; entries: readonly { value: string; niceValue: string }[] }

export interface ParameterDefinitions {
  model: string
  firmwareVersion: string
  /** `http://192.168.0.90`: the origin of the answer's schema. */
  origin: string
  parameters: readonly ParameterDefinition[]
}

const SCHEMA = 'http://www.axis.com/ParameterDefinitionsSchema'
const MARKS: readonly DefinitionMark[] = ['readonly', 'writeonly', 'hidden', 'const']

/**
 * The answer declares ISO 8859-1. With everything else as references it is valid as that and as
 * UTF-8.
 */
const escaped = (text: string) =>
  text.replaceAll(/[&<>"]|[^ -~]/gu, (sign) => `&#${sign.codePointAt(0) ?? 0};`)

const NAMED: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

const unescaped = (text: string) =>
  text.replaceAll(
    /&(?:#(\d+)|#x([\da-f]+)|(\w+));/gi,
    (whole, decimal?: string, hexadecimal?: string, name?: string) => {
      if (name !== undefined) return NAMED[name] ?? whole
      const code = decimal === undefined ? Number.parseInt(hexadecimal ?? '', 16) : Number(decimal)
      return code <= 0x10_ff_ff ? String.fromCodePoint(code) : whole
    },
  )

const attributes = (values: Record<string, string | number>) =>
  Object.entries(values)
    .map(([name, value]) => ` ${name}="${escaped(String(value))}"`)
    .join('')

const element = (name: string, values: Record<string, string | number>) =>
  `<${name}${attributes(values)} />`

function encodeType(type: DefinitionType): string {
  if (type.kind === 'bool') return element('bool', { true: 'yes', false: 'no' })
  if (type.kind === 'int') {
    const maxlen = Math.max(String(type.min).length, String(type.max).length)
    return element('int', { min: type.min, max: type.max, maxlen })
  }
  if (type.kind !== 'enum') return element(type.kind, { maxlen: type.maxlen })
  return `<enum>${type.entries.map((entry) => element('entry', { ...entry })).join('')}</enum>`
}

/** The answer's text. Neighbouring parameters of one group share its element. */
export function encodeDefinitions(definitions: ParameterDefinitions): string {
  const lines = [
    '<?xml version="1.0" encoding="iso-8859-1" ?>',
    '<parameterDefinitions',
    `xmlns="${SCHEMA}"`,
    'xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"',
    `xsi:schemaLocation="${SCHEMA} ${escaped(definitions.origin)}/pub/parameterdefinitions.xsd"`,
    'version="1.0">',
    `  <model>${escaped(definitions.model)}</model>`,
    `  <firmwareVersion>${escaped(definitions.firmwareVersion)}</firmwareVersion>`,
  ]
  const open: string[] = []
  const put = (text: string, deeper = 0) => lines.push('  '.repeat(open.length + 1 + deeper) + text)
  const closeTo = (depth: number) => {
    while (open.length > depth) {
      open.pop()
      put('</group>')
    }
  }
  for (const { name, value, securityLevel, niceName, type, marks } of definitions.parameters) {
    const groups = name.split('.')
    const own = groups.pop() ?? ''
    const shared = groups.findIndex((group, at) => open[at] !== group)
    closeTo(shared === -1 ? groups.length : shared)
    for (const group of groups.slice(open.length)) {
      put(`<group${attributes({ name: group })}>`)
      open.push(group)
    }
    put(`<parameter${attributes({ name: own, value, securityLevel, niceName })}>`)
    const marked = Object.fromEntries(
      MARKS.filter((mark) => marks.includes(mark)).map((mark) => [mark, 'true']),
    )
    put(`<type${attributes(marked)}>${encodeType(type)}</type>`, 1)
    put('</parameter>')
  }
  closeTo(0)
  return `${lines.join('\n')}\n</parameterDefinitions>\n`
}

const TAG = /<(\/?)([A-Za-z]+)((?:\s+[\w:]+="[^"]*")*)\s*(\/?)>([^<]*)/g

function attributesIn(text: string): Record<string, string> {
  return Object.fromEntries(
    Array.from(text.matchAll(/([\w:]+)="([^"]*)"/g), ([, name = '', value = '']) => [
      name,
      unescaped(value),
    ]),
  )
}

/**
 * Reads the answer loosely: groups may lack the `root` around them, as in older documentation, and
 * a type without bounds has none.
 * @throws SyntaxError when it is something else
 */
export function decodeDefinitions(text: string): ParameterDefinitions {
  if (!text.includes('<parameterDefinitions')) throw new SyntaxError('no parameter definitions')
  const parameters: (ParameterDefinition & { entries: { value: string; niceValue: string }[] })[] =
    []
  const groups: string[] = []
  const heads: Record<string, string> = {}
  const location = /schemaLocation="[^"]*?(https?:\/\/[^/"\s]+)\/pub\//.exec(text)?.[1]
  for (const [, closing, tag = '', attributeText = '', , content = ''] of text.matchAll(TAG)) {
    const last = parameters.at(-1)
    if (closing) {
      if (tag === 'group') groups.pop()
      continue
    }
    const found = attributesIn(attributeText)
    const name = found['name'] ?? ''
    switch (tag) {
      case 'group':
        groups.push(name)
        break
      case 'parameter': {
        const path = groups[0] === 'root' ? groups : ['root', ...groups]
        parameters.push({
          name: [...path, name].join('.'),
          value: found['value'] ?? '',
          securityLevel: found['securityLevel'] ?? '',
          niceName: found['niceName'] ?? '',
          type: { kind: 'string', maxlen: Infinity },
          marks: [],
          entries: [],
        })
        break
      }
      case 'type':
        if (last) last.marks = MARKS.filter((mark) => found[mark] === 'true')
        break
      case 'entry':
        last?.entries.push({ value: found['value'] ?? '', niceValue: found['niceValue'] ?? '' })
        break
      case 'model':
      case 'firmwareVersion':
        heads[tag] = unescaped(content)
        break
      default:
        if (last) last.type = typeOf(tag, found, last.entries) ?? last.type
    }
  }
  return {
    model: heads['model'] ?? '',
    firmwareVersion: heads['firmwareVersion'] ?? '',
    origin: unescaped(location ?? ''),
    parameters: parameters.map(({ entries: _entries, ...parameter }) => parameter),
  }
}

/** The type that an element describes; types that only describe the look of a text are texts. */
function typeOf(
  tag: string,
  found: Record<string, string>,
  entries: { value: string; niceValue: string }[],
): DefinitionType | undefined {
  const number = (name: string, without: number) => Number(found[name] ?? without)
  switch (tag) {
    case 'bool':
      return { kind: 'bool' }
    case 'int':
      return { kind: 'int', min: number('min', -Infinity), max: number('max', Infinity) }
    case 'enum':
      return { kind: 'enum', entries }
    case 'password':
    case 'string':
      return { kind: tag, maxlen: number('maxlen', Infinity) }
    default:
      return undefined
  }
}
