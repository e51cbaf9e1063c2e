import type { Call } from '@lintel/contract/call'
import { PUBLIC_CALLS } from './left-out.ts'
import { parsedJson, parsedXml } from './inputs.ts'
import type { XmlElement } from '@lintel/contract/xml/element'

/** A request to a device. */
export interface Request {
  method: string
  path: string
  query: string
  body: string
}

/** What a request asks for, so that requests that are written differently can be compared. */
export interface Asked {
  /**
   * What selects the call at its path: `action=list` of a text call, the method of a JSON envelope, the
   * operation of a service; empty if nothing does.
   */
  selector: string
  kind: 'fields' | 'json' | 'action' | 'soap'
  /** The input in one spelling; empty for none. */
  input: string
  /** The fields of the query and of a form. */
  fields: ReadonlyMap<string, string>
  /** The context of a JSON envelope, which answers repeat. */
  context: unknown
}

/** Reads a request of any of the kinds that the contract has. */
export function askedBy({ path, query, body }: Request): Asked {
  const fields = new Map(new URLSearchParams(query))
  const start = body.trimStart()
  if (start.startsWith('<')) return askedBySoap(body)
  if (start.startsWith('{')) return askedByJson(body, path)
  for (const [name, value] of new URLSearchParams(body)) fields.set(name, value)
  return askedByFields(fields)
}

function askedByFields(fields: ReadonlyMap<string, string>): Asked {
  const method = fields.get('method')
  if (method !== undefined && fields.has('apiVersion')) {
    const context = fields.get('context')
    return { selector: method, kind: 'json', input: '', fields, context }
  }
  const action = fields.get('action')
  const rest = Array.from(fields)
    .filter(([name]) => name !== 'action' && !PAST_CACHES.has(name))
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
  return {
    selector: action === undefined ? '' : `action=${action}`,
    kind: 'fields',
    input: rest.length === 0 ? '' : JSON.stringify(rest),
    fields,
    context: undefined,
  }
}

/** Fields that only get a request past caches. */
const PAST_CACHES = new Set(['timestamp', 'xml', '_'])

function askedByJson(body: string, path: string): Asked {
  const value = parsedJson(body) as Record<string, unknown> | undefined
  const { method, apiVersion, params = {}, context } = value ?? {}
  const nothing = { fields: new Map<string, string>(), context }
  if (typeof method === 'string' && (apiVersion !== undefined || !path.startsWith('/vapix/'))) {
    return { selector: method, kind: 'json', input: jsonInput(params), ...nothing }
  }
  const [name = '', input = {}] = Object.entries(value ?? {})[0] ?? []
  return {
    selector: name.replace(/^.*:/, ''),
    kind: 'action',
    input: jsonInput(input),
    ...nothing,
  }
}

/** An input with its members sorted; empty without any. */
function jsonInput(value: unknown): string {
  const text = JSON.stringify(value, (_key, one: unknown) =>
    typeof one === 'object' && one !== null && !Array.isArray(one)
      ? Object.fromEntries(Object.entries(one).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : one,
  )
  return text === '{}' ? '' : text
}

function askedBySoap(body: string): Asked {
  const root = parsedXml(body)
  const operation = root?.children.find(({ name }) => name === 'Body')?.children[0]
  return {
    selector: operation ? `${operation.namespace} ${operation.name}` : '',
    kind: 'soap',
    input: operation ? elementsInput(operation.children) : '',
    fields: new Map(),
    context: undefined,
  }
}

/** Elements without prefixes and blanks. */
const elementsInput = (elements: readonly XmlElement[]): string =>
  elements
    .map(
      ({ name, text, children }) => `<${name}>${text.trim()}${elementsInput(children)}</${name}>`,
    )
    .join('')

/** Whether a call is what a request asks for. */
function isCall(call: Call, { selector, kind, fields }: Asked, method: string): boolean {
  if (call.kind === 'soap') return `${call.service.namespace} ${call.operation}` === selector
  if (call.kind === 'json') return kind === 'json' && call.method === selector
  if (call.kind === 'action') return call.operation === selector
  if (call.kind === 'upload' && method !== 'POST') return false
  const { selectedBy, action, methods } = call as {
    selectedBy?: string
    action?: string
    methods?: readonly string[]
  }
  if (action !== undefined) return fields.get('action') === action
  if (selectedBy !== undefined) return fields.has(selectedBy.replace(/=.*/, ''))
  return methods === undefined || methods.includes(method)
}

const pattern = (path: string): RegExp =>
  new RegExp(
    `^${path
      .split(/\{\w+\}/)
      .map((part) => part.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&'))
      .join('[^/]+')}$`,
  )

const PLACES = PUBLIC_CALLS.map((call) => ({
  call,
  paths: [call.path, ...(call.publicPath === undefined ? [] : [call.publicPath])].map(pattern),
}))

/** The calls of other devices that a request may be: those that change something first. */
export function callsOf({ method, path }: Request, asked: Asked): Call[] {
  const here = PLACES.filter(({ paths }) => paths.some((one) => one.test(path)))
  const found = here.map(({ call }) => call).filter((call) => isCall(call, asked, method))
  return found.toSorted((a, b) => Number(a.effect === 'read') - Number(b.effect === 'read'))
}
