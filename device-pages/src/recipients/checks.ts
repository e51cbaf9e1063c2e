import { checkDestination, checkRecipient } from '@lintel/contract/action-rules/check'
import type { PathProblems } from '@lintel/contract/action-rules/check'
import { recipientTemplate } from '@lintel/contract/action-rules/templates'
import type { ActionChoices } from '@lintel/contract/calls/action-rules'
import type { Recipient } from '@lintel/contract/calls/recipients'
import { found, problem } from '@lintel/contract/rules/problem'
import type { Errors } from '@lintel/contract/rules/problem'
import { fieldOf, parametersIn } from './values.ts'
import type { RecipientForm } from './values.ts'

/**
 * What is wrong with the form of a recipient.
 * @param others names that are in use
 */
export function checkForm(
  typed: RecipientForm,
  opened: Recipient | undefined,
  choices: ActionChoices,
  others: readonly string[],
): Errors<RecipientForm> {
  const { template } = typed
  const name = typed.name.trim()
  const problems = checkRecipient(
    { name, template, parameters: parametersIn(typed, opened) },
    choices,
  )
  const taken = others.includes(name) ? problem('reader.nameExists') : undefined
  return found<RecipientForm>({ name: taken, ...fieldProblems(typed, problems) })
}

/** The fields that keep a test from being sent, with the reasons. */
export const checkForTest = (
  typed: RecipientForm,
  opened: Recipient | undefined,
  choices: ActionChoices,
): Errors<RecipientForm> =>
  fieldProblems(typed, checkDestination(typed.template, parametersIn(typed, opened), choices))

function fieldProblems(typed: RecipientForm, problems: PathProblems): PathProblems {
  const template = recipientTemplate(typed.template)
  const id = template?.id ?? ''
  const proxy = fieldOf(id, 'proxy_host')
  const hasProxy = template?.parameters.some(({ name }) => name === 'proxy_host')
  return {
    ...Object.fromEntries(
      Object.entries(problems).map(([path, wrong]) => [
        path.startsWith('parameters.') ? fieldOf(id, path.slice('parameters.'.length)) : path,
        wrong,
      ]),
    ),
    ...(hasProxy &&
      typed.proxy &&
      typed[proxy] === '' && { [proxy]: problem('validation.errorRequired') }),
  }
}

/** These checks, which load beside the form. */
export interface RecipientChecks {
  checkForm: typeof checkForm
  checkForTest: typeof checkForTest
}
