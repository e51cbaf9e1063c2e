import { Refusal } from '@lintel/contract/fault'

/** The faults that the public description of the action service declares, by their own spelling. */
export type ActionFault =
  | 'ActionConfigurationIsInUseFault'
  | 'ActionConfigurationNotFoundFault'
  | 'ActionRuleNotFoundFault'
  | 'ActionTemplateNotFoundFault'
  | 'InsufficientActivationRuleFault'
  | 'InvalidActionConfigurationFault'
  | 'InvalidActivationTimeoutFault'
  | 'InvalidConditionFilterFault'
  | 'InvalidFilterFault'
  | 'InvalidMessageContentExpressionFault'
  | 'InvalidTopicExpressionFault'
  | 'ParametersMissmatchFault'
  | 'RecipientConfigurationNotFoundFault'
  | 'RecipientTemplateNotFoundFault'
  | 'TopicExpressionDialectUnknownFault'

/** A refusal whose Fault has this element as its detail. */
export const actionFault = (fault: ActionFault, message: string): Refusal =>
  new Refusal('invalid', message, ['Sender', `aa:${fault}`])

/** A refusal for which the service declares no fault. */
export const invalidArgument = (message: string): Refusal =>
  new Refusal('invalid', message, ['Sender', 'ter:InvalidArgVal'])
