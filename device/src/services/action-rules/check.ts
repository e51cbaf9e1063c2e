import { checkRecipient, checkRule } from '@lintel/contract/action-rules/check'
import type { PathProblems } from '@lintel/contract/action-rules/check'
import { actionTemplate } from '@lintel/contract/action-rules/templates'
import type { NewActionRule } from '@lintel/contract/calls/action-rules'
import { Refusal } from '@lintel/contract/fault'
import type { Device } from '../../device.ts'
import { choicesOf } from './choices.ts'

/** @throws Refusal `invalid` that names what is wrong first */
function refuse(problems: PathProblems): void {
  const [path] = Object.keys(problems)
  if (path !== undefined) throw new Refusal('invalid', `The value of ${path} is not possible.`)
}

/**
 * @param known secrets that are stored and stay
 * @throws Refusal `invalid`
 */
export function expectRule(device: Device, rule: NewActionRule, known: readonly string[]): void {
  const { actionRuleStore: store } = device
  const kept = Object.fromEntries(known.map((name) => [name, 'kept']))
  // A rule whose clip or schedule is gone can still be switched off.
  const choices = rule.enabled ? choicesOf(device) : undefined
  refuse(checkRule({ ...rule, parameters: { ...kept, ...rule.parameters } }, choices))
  const wanted = actionTemplate(rule.template)?.recipient
  if (rule.recipient === '') return
  const recipient = store.recipients.find(rule.recipient)
  if (!recipient) throw new Refusal('invalid', 'There is no such recipient.')
  if (recipient.template !== wanted) {
    throw new Refusal('invalid', 'The action cannot send to a recipient of this type.')
  }
}

/**
 * @param known secrets that are stored and stay
 * @throws Refusal `invalid`
 */
export function expectRecipient(
  device: Device,
  recipient: { name: string; template: string; parameters: Readonly<Record<string, string>> },
  known: readonly string[],
): void {
  const kept = Object.fromEntries(known.map((name) => [name, 'kept']))
  const parameters = { ...kept, ...recipient.parameters }
  refuse(checkRecipient({ ...recipient, parameters }, choicesOf(device)))
}
