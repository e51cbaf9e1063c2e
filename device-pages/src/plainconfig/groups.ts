import type { ParameterDefinition } from '@lintel/contract/parameter-definitions'

/** The parameters of one group right below the root. */
export interface Group {
  name: string
  parameters: ParameterDefinition[]
}

const ROOT = 'root.'
/** The digit of the security level that says who may write; 7 is the device alone. */
const WRITE = 3

/** The name without the root, as `param.cgi` accepts it too. */
export const nameOf = ({ name }: ParameterDefinition): string =>
  name.startsWith(ROOT) ? name.slice(ROOT.length) : name

/** Whether only the device changes it. */
export const isFixed = ({ marks, securityLevel }: ParameterDefinition): boolean =>
  marks.includes('readonly') || marks.includes('const') || securityLevel.charAt(WRITE) === '7'

/** Whether its value is never sent. */
export const isSecret = ({ type, marks }: ParameterDefinition): boolean =>
  type.kind === 'password' || marks.includes('writeonly')

/**
 * The parameters whose name or label contains every part of the query, by group in the device's
 * order. Those that the device marks as hidden are left out.
 * @param pinned names of parameters that stay whatever the query
 */
export function groupsOf(
  all: readonly ParameterDefinition[],
  query: string,
  pinned: ReadonlySet<string> = new Set(),
): Group[] {
  const parts = query.toLowerCase().split(/\s+/)
  const groups = new Map<string, Group>()
  for (const parameter of all) {
    const text = `${parameter.name} ${parameter.niceName}`.toLowerCase()
    if (parameter.marks.includes('hidden')) continue
    if (!pinned.has(parameter.name) && !parts.every((part) => text.includes(part))) continue
    const [name = ''] = nameOf(parameter).split('.')
    const group = groups.get(name) ?? { name, parameters: [] }
    groups.set(name, group)
    group.parameters.push(parameter)
  }
  return [...groups.values()]
}
