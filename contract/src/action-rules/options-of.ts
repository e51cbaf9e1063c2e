import type { ActionChoices } from '../calls/action-rules.ts'
import type { ParameterKind } from './templates.ts'

/** What a parameter is chosen from; undefined if it isn't. */
export function optionsOf(
  kind: ParameterKind,
  choices: ActionChoices,
): ActionChoices['outputs'] | undefined {
  const lists: Partial<Record<ParameterKind, ActionChoices['outputs']>> = {
    output: choices.outputs,
    clip: choices.clips,
    sipAccount: choices.sipAccounts,
    disk: choices.disks,
    share: choices.shares,
    virtualInput: choices.virtualInputs,
  }
  return lists[kind]
}
