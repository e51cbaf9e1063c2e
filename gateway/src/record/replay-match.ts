import type { Recording, Exchange } from './recording.ts'
import { PROBES } from './recording.ts'
import { parsedJson } from './inputs.ts'
import { askedBy, callsOf } from './asked.ts'
import type { Asked, Request } from './asked.ts'
import { pictureOf } from './replay-pictures.ts'
import { phonebookOf } from './replay-phonebook.ts'
import { openReplayParameters } from './replay-parameters.ts'
import { actionFault, missingPage, recorded, refusalOfChanges, soapFault } from './replay-answer.ts'
import type { ReplayAnswer } from './replay-answer.ts'

/** Finds what a recorded device answers to a request. */
export type FindAnswer = (request: Request) => ReplayAnswer

const IS_PROBE: ReadonlySet<string> = new Set(Object.values(PROBES))

export function openReplayAnswers(recording: Recording): FindAnswer {
  const missing = missingPage(recording)
  const notChanged = refusalOfChanges(recording)
  const parameters = openReplayParameters(recording.exchanges)
  const byPath = new Map<string, { exchange: Exchange; asked: Asked }[]>()
  for (const exchange of recording.exchanges) {
    if (IS_PROBE.has(exchange.call)) continue
    const { path, method, query, request } = exchange
    const asked = askedBy({ method, path, query, body: request })
    byPath.set(path, [...(byPath.get(path) ?? []), { exchange, asked }])
  }

  /** The folders of calls that have several, such as `/axis-cgi/videooutput`, and what they answered. */
  const inFolders = new Map<string, number[]>()
  for (const { path, status, call } of recording.exchanges) {
    const folder = folderOf(path)
    if (folder === undefined || IS_PROBE.has(call)) continue
    inFolders.set(folder, [...(inFolders.get(folder) ?? []), status])
  }

  /** Whether the device has answered that there is nothing at a path, at one above it or beside it. */
  function isMissing(path: string): boolean {
    const beside = inFolders.get(folderOf(path) ?? '')
    if (!byPath.has(path) && beside?.every((status) => status === 404)) return true
    for (let above = path; above.length > 1; above = above.slice(0, above.lastIndexOf('/'))) {
      const here = byPath.get(above)
      if (here) return here.every(({ exchange }) => exchange.status === 404)
    }
    return false
  }

  return (request) => {
    const { path } = request
    const asked = askedBy(request)
    const here = byPath.get(path) ?? []
    const gone = here.find(({ exchange }) => exchange.status === 404)
    if (here.length > 0 && here.every(({ exchange }) => exchange.status === 404)) {
      return gone && gone.exchange.body !== '' ? recorded(gone.exchange) : missing(path)
    }
    if (isMissing(path)) return missing(path)
    const calls = callsOf(request, asked)
    if (calls[0]?.effect === 'write') return notChanged
    if (here.length === 0) {
      return pictureOf(calls[0]?.id ?? '', recording) ?? missing(path)
    }
    const ids = new Set(calls.map(({ id }) => id))
    if (ids.has('param.list')) return parameters.list(group(asked)) ?? missing(path)
    if (ids.has('param.listdefinitions')) return parameters.describe(group(asked)) ?? missing(path)
    const alike = here.filter(
      (one) => one.asked.selector === asked.selector && one.asked.kind === asked.kind,
    )
    const exact = alike.find((one) => one.asked.input === asked.input)
    if (exact) return withContext(recorded(exact.exchange), asked)
    const general = nearest(alike, asked)
    if (general && ids.has('phonebook.GetPhonebookEntries')) {
      return phonebookOf(recorded(general.exchange), asked.input)
    }
    if (general) return withContext(recorded(general.exchange), asked)
    return refusal(asked, here, alike.length > 0) ?? missing(path)
  }
}

const names = (fields: ReadonlyMap<string, string>): string =>
  Array.from(fields.keys()).toSorted().join(' ')

/** The answer to the same call with another input, which shows at least what this one looks like. */
function nearest(
  alike: readonly { exchange: Exchange; asked: Asked }[],
  { kind, fields }: Asked,
): { exchange: Exchange } | undefined {
  if (kind === 'json') return alike[0]
  const general = alike.find(({ asked }) => asked.input === '')
  if (kind !== 'fields') return general
  const wanted = names(fields)
  return (
    alike.find(({ asked }) => names(asked.fields) === wanted) ??
    general ??
    alike.find(({ asked }) => Array.from(fields.keys()).every((name) => asked.fields.has(name)))
  )
}

const folderOf = (path: string): string | undefined => /^\/[\w-]+\/[\w-]+(?=\/)/.exec(path)?.[0]

const group = ({ fields }: Asked): string => fields.get('group') ?? ''

/** What a device answers that has the path, but nothing by that name. */
function refusal(
  { kind, selector }: Asked,
  here: readonly { exchange: Exchange; asked: Asked }[],
  hasOperation: boolean,
): ReplayAnswer | undefined {
  const code = hasOperation ? 'ter:InvalidArgVal' : 'ter:ActionNotSupported'
  const reason = hasOperation ? 'Argument value invalid' : 'Optional action not implemented'
  if (kind === 'soap') return soapFault(code, reason)
  if (kind === 'action') return actionFault(code, hasOperation ? 'ter:NotFound' : null, reason)
  if (kind === 'json') return unknownMethod(selector, here[0]?.exchange)
  return undefined
}

/** Source: device-calls.md §1.3. */
function unknownMethod(method: string, like: Exchange | undefined): ReplayAnswer {
  const { apiVersion } = (parsedJson(like?.body ?? '') ?? {}) as { apiVersion?: unknown }
  return {
    status: 200,
    type: like?.type ?? 'application/json',
    body: JSON.stringify({
      apiVersion,
      method,
      error: { code: 2102, message: 'Method not supported' },
    }),
  }
}

/** An envelope repeats the context of its request. */
function withContext(answer: ReplayAnswer, { kind, context }: Asked): ReplayAnswer {
  if (kind !== 'json') return answer
  const value = parsedJson(answer.body)
  if (typeof value !== 'object' || value === null || !('context' in value)) return answer
  if (value.context === context) return answer
  const { context: _context, ...rest } = value
  const next = context === undefined ? rest : { ...value, context }
  return { ...answer, body: JSON.stringify(next) }
}
