import { decodeLines } from '@lintel/contract/text'
import { listDefinitions } from '@lintel/contract/calls/parameter-definitions'
import { PROBES } from './recording.ts'
import type { Exchange } from './recording.ts'
import { recorded } from './replay-answer.ts'
import type { ReplayAnswer } from './replay-answer.ts'
import { MISSING_GROUP } from './walk.ts'

/** Lists and describes groups of parameters, from what is recorded of all of them. */
export interface ReplayParameters {
  /** undefined if no list is recorded. */
  list(group: string): ReplayAnswer | undefined
  describe(group: string): ReplayAnswer | undefined
}

/** Source: device-calls.md §3. */
const ERROR_LINE = `# Error: Error -1 getting param in group '${MISSING_GROUP}'\n`

export function openReplayParameters(exchanges: readonly Exchange[]): ReplayParameters {
  const answered = (call: string) =>
    exchanges.find((one) => one.call === call && one.status === 200 && !one.binary)
  const whole = answered('param.list')
  const described = answered('param.listdefinitions')
  const error = answered(PROBES.parameterError)?.body ?? ''
  const errorLine = error.includes(MISSING_GROUP) ? error : ERROR_LINE
  /** Newer firmware writes the name as it was asked for. */
  const asAsked = /^(?!root\.)[\w.]+=/.test(answered(PROBES.parameterName)?.body ?? '')
  const values = Array.from(decodeLines(whole?.body ?? ''))

  function linesOf(asked: string): string {
    const isIn = matcher(withoutRoot(asked))
    const found = values.filter(([name]) => isIn(withoutRoot(name)))
    if (found.length === 0) return errorLine.replaceAll(MISSING_GROUP, () => asked)
    const isOne = asAsked && found[0]?.[0] === `root.${asked}`
    return found.map(([name, value]) => `${isOne ? asked : name}=${value}\n`).join('')
  }

  return {
    list(group) {
      if (!whole) return undefined
      const groups = groupsIn(group)
      return groups.length === 0
        ? recorded(whole)
        : { ...recorded(whole), body: groups.map(linesOf).join('') }
    },
    describe(group) {
      if (!described) return undefined
      const groups = groupsIn(group)
      if (groups.length === 0) return recorded(described)
      const { format } = listDefinitions
      const all = format.decode(described.body)
      const parameters = groups.flatMap((one) => {
        const isIn = matcher(withoutRoot(one))
        return all.parameters.filter(({ name }) => isIn(withoutRoot(name)))
      })
      return parameters.length > 0
        ? { ...recorded(described), body: format.encode({ ...all, parameters }) }
        : {
            status: 200,
            type: whole?.type ?? 'text/plain',
            body: groups.map((one) => errorLine.replaceAll(MISSING_GROUP, () => one)).join(''),
          }
    },
  }
}

/** The groups of a request, which are separated by commas. */
const groupsIn = (group: string): string[] =>
  group
    .split(',')
    .map((one) => one.trim())
    .filter(Boolean)

const withoutRoot = (name: string): string => name.replace(/^root(?:\.|$)/, '')

/** Whether a name is that of the group, or in it; `*` stands for any part. */
function matcher(group: string): (name: string) => boolean {
  if (group === '') return () => true
  const parts = group
    .replace(/\.$/, '')
    .split('.')
    .map((part) => part.replaceAll(/[^\w*-]/g, '\\$&').replaceAll('*', '[^.]*'))
  const pattern = new RegExp(`^${parts.join('\\.')}(?:\\.|$)`)
  return (name) => pattern.test(name)
}
