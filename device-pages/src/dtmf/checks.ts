import {
  PULSE_MAX,
  PULSE_MIN,
  TRIGGER_CODE,
  TRIGGER_NAME_MAX,
} from '@lintel/contract/calls/dtmf-triggers'
import type { DtmfTrigger } from '@lintel/contract/calls/dtmf-triggers'
import { timeBetween } from '@lintel/contract/rules/io-port'
import { atMost, firstOf, found, problem, required } from '@lintel/contract/rules/problem'
import type { Errors } from '@lintel/contract/rules/problem'

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

/**
 * What is wrong with a trigger.
 * @param others the triggers besides it
 */
export function checkTrigger(
  values: TriggerValues,
  others: readonly DtmfTrigger[],
): Errors<TriggerValues> {
  return found<TriggerValues>({
    name: name(values.name.trim()),
    code: checkCode(
      codeIn(values.code),
      others.map(({ code }) => code),
    ),
    seconds: time(values.seconds),
  })
}

function checkCode(code: string, taken: readonly string[]) {
  if (!TRIGGER_CODE.test(code)) return problem('dtmf.codeWrong')
  return taken.includes(code) ? problem('dtmf.codeTaken') : undefined
}
