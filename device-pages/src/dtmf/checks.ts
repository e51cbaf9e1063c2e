import {
  PULSE_MAX,
  PULSE_MIN,
  TRIGGER_CODE,
  TRIGGER_NAME_MAX,
} from '@lintel/contract/calls/dtmf-triggers'
import type { DtmfTrigger } from '@lintel/contract/calls/dtmf-triggers'
import { newlyHidden } from '@lintel/contract/rules/dtmf'
import type { DtmfScopes } from '@lintel/contract/rules/dtmf'
import { timeBetween } from '@lintel/contract/rules/io-port'
import { atMost, firstOf, found, problem, required } from '@lintel/contract/rules/problem'
import type { Errors, Problem } from '@lintel/contract/rules/problem'
import type { DtmfState } from './read.ts'

/** The form of a trigger. */
export type TriggerValues = {
  name: string
  code: string
  account: string
  /** The number of the output, as the value of an option. */
  port: string
  /** The pulse in seconds, as typed. */
  seconds: string
}

/** The keys as the device knows them: phones show the letters of a code in either case. */
export const codeIn = (typed: string): string => typed.trim().toUpperCase()

const name = firstOf(required, atMost(TRIGGER_NAME_MAX))
const time = timeBetween(PULSE_MIN, PULSE_MAX)

/** The id of a trigger that the device does not have yet. */
const NEW = ''

/**
 * What is wrong with a trigger.
 * @param id of the one that is changed; undefined for a new one
 */
export function checkTrigger(
  values: TriggerValues,
  state: ScopedState,
  id: string = NEW,
): Errors<TriggerValues> {
  return found<TriggerValues>({
    name: name(values.name.trim()),
    code: checkCode(codeIn(values.code), values.account, state, id),
    seconds: time(values.seconds),
  })
}

function checkCode(code: string, account: string, state: ScopedState, id: string) {
  if (!TRIGGER_CODE.test(code)) return problem('dtmf.codeWrong')
  const { triggers = [] } = state
  const others = triggers.filter((one) => one.id !== id)
  if (others.some((one) => one.code === code)) return problem('dtmf.codeTaken')
  const after = scopesOf({ ...state, triggers: [...others, { id, code, account }] })
  const [clash] = newlyHidden(scopesOf(state), after)
  if (!clash) return undefined
  const nameOf = (other: string) => others.find((one) => one.id === other)?.name ?? ''
  return clash.hidden === id
    ? problem('dtmf.codeHidden', { name: nameOf(clash.by) })
    : problem('dtmf.codeHides', { name: nameOf(clash.hidden) })
}

/**
 * The triggers that a configuration can't name together, by their ids, with the reason.
 * @param named ids of the triggers that it is to name
 */
export function checkNamed(
  configuration: string,
  named: readonly string[],
  state: ScopedState,
): Map<string, Problem> {
  const { triggers = [], configurations } = state
  const after = scopesOf({
    ...state,
    configurations: configurations.map((one) =>
      one.Id === configuration ? { ...one, DTMFTriggerId: [...named] } : one,
    ),
  })
  const nameOf = (id: string) => triggers.find((one) => one.id === id)?.name ?? ''
  return new Map(
    newlyHidden(scopesOf(state), after).map(({ hidden, by }) => {
      const [wrong, other] = named.includes(hidden) ? [hidden, by] : [by, hidden]
      return [wrong, problem('dtmf.codesClash', { name: nameOf(other) })]
    }),
  )
}

/** What of the state decides in whose calls a code works. */
export interface ScopedState extends Pick<DtmfState, 'configurations' | 'accounts'> {
  triggers:
    | readonly (Pick<DtmfTrigger, 'id' | 'code' | 'account'> & { name?: string })[]
    | undefined
}

const scopesOf = ({ triggers = [], configurations, accounts }: ScopedState): DtmfScopes => ({
  triggers,
  configurations,
  accounts: accounts.map(({ id, configuration }) => ({
    Id: id,
    DTMFConfigurationId: configuration,
  })),
})
