import { checkRecipient, checkRule, eventName } from '@lintel/contract/action-rules/check'
import type { PathProblems } from '@lintel/contract/action-rules/check'
import { checkParameters } from '@lintel/contract/action-rules/check-parameters'
import {
  actionTemplate,
  ACTION_TEMPLATES,
  parametersOf,
  recipientTemplate,
  RECIPIENT_TEMPLATES,
} from '@lintel/contract/action-rules/templates'
import type { TemplateParameter } from '@lintel/contract/action-rules/templates'
import { ACTION_RULES_MAX } from '@lintel/contract/calls/action-rules'
import * as calls from '@lintel/contract/calls/action-service'
import { RECIPIENTS_MAX } from '@lintel/contract/calls/recipients'
import { Refusal } from '@lintel/contract/fault'
import { serve, serveChange } from '@lintel/front-door/serve'
import { templateParameters } from '../../state/action-rules.ts'
import type { Values } from '../../state/action-rules.ts'
import type { Service } from '../service.ts'
import { describe } from '../soap/wsdl.ts'
import { actionFault, invalidArgument } from './action-faults.ts'
import type { ActionFault } from './action-faults.ts'
import { choicesOf, hasAction } from './choices.ts'
import { eventChoices } from './event-choices.ts'
import { conditionIn, filterElements, startIn } from './event-filters.ts'

/** Maximum number of actions, of which rules may have none yet. Own design. */
const CONFIGURATIONS_MAX = 2 * ACTION_RULES_MAX

type Given = { Parameter: { Name?: string | undefined; Value?: string | undefined }[] } | undefined

/**
 * Action rules, actions and recipients as outside clients make them. Source: public documentation,
 * "Event and action services".
 */
export const actionWebService: Service = (device) => {
  const { actionRuleStore: store, actionLog } = device
  const { rules, configurations, recipients } = store

  /** @throws Refusal when there is no such action, or when it can't be carried out */
  function actionCalled(id: string) {
    const stored = configurations.find(id)
    if (!stored) {
      throw actionFault('ActionConfigurationNotFoundFault', `There is no action ${brief(id)}.`)
    }
    if (stored.recipient !== '' && !recipients.find(stored.recipient)) {
      throw actionFault('InvalidActionConfigurationFault', 'The recipient of the action is gone.')
    }
    return stored
  }

  return {
    calls: [
      serve(calls.getActionTemplates, () => ({
        ActionTemplates: {
          ActionTemplate: ACTION_TEMPLATES.filter(({ token }) => hasAction(device, token)).map(
            ({ token, recipient, parameters }) => ({
              TemplateToken: token,
              Parameters: { Parameter: parameters.map(declared) },
              ...(recipient !== undefined && { RecipientTemplate: recipient }),
            }),
          ),
        },
      })),
      serve(calls.getActionConfigurations, () => ({
        ActionConfigurations: {
          ActionConfiguration: configurations.all().map((one) => ({
            ConfigurationID: one.id,
            Name: one.name,
            TemplateToken: one.template,
            Parameters: listed(one.template, store.configurationValues(one)),
          })),
        },
      })),
      serveChange(calls.addActionConfiguration, ({ NewActionConfiguration: action }) => {
        const token = action.TemplateToken.trim()
        const template = actionTemplate(token)
        if (!template || !hasAction(device, token)) {
          const message = `There is no action template ${brief(token)}.`
          throw actionFault('ActionTemplateNotFoundFault', message)
        }
        const values = valuesIn(action.Parameters, template.token)
        const scheme = recipientTemplate(template.recipient ?? '')?.id ?? ''
        const choices = choicesOf(device)
        expectNone(checkParameters(parametersOf(template), values, { scheme, choices }))
        const name = (action.Name ?? '').trim()
        if (name !== '' && eventName(name)) throw invalidArgument('The name is not possible.')
        expectRoom(configurations.count(), CONFIGURATIONS_MAX, 'actions')
        return store.change(() => {
          const sealed = store.seal(template.token, values)
          const row = { name, template: template.token, recipient: '', ...sealed }
          return { ConfigurationID: configurations.add(row).id }
        })
      }),
      serveChange(calls.removeActionConfiguration, ({ ConfigurationID }) => {
        const id = ConfigurationID.trim()
        if (!configurations.find(id)) {
          throw actionFault('ActionConfigurationNotFoundFault', `There is no action ${brief(id)}.`)
        }
        if (rules.allWith({ configuration: id }).length > 0) {
          throw actionFault('ActionConfigurationIsInUseFault', 'An action rule has this action.')
        }
        store.change(() => configurations.remove(id))
        return {}
      }),
      serve(calls.getRules, () => ({
        ActionRules: {
          ActionRule: rules.all().map(({ id, name, enabled, start, ...rule }) => ({
            RuleID: id,
            Name: name,
            Enabled: enabled,
            ...(start && { StartEvent: filterElements(start) }),
            ...(rule.conditions.length > 0 && {
              Conditions: { Condition: rule.conditions.map(filterElements) },
            }),
            PrimaryAction: rule.configuration,
          })),
        },
      })),
      serveChange(calls.addRule, ({ NewActionRule: rule }) => {
        if ((rule.FailoverAction ?? '').trim() !== '') {
          throw invalidArgument('Failover actions are not supported.')
        }
        if ((rule.ActivationTimeout ?? '').trim() !== '') {
          const message = 'Activation timeouts are not supported.'
          throw actionFault('InvalidActivationTimeoutFault', message)
        }
        const events = eventChoices(device)
        const start = rule.StartEvent && startIn(rule.StartEvent, events)
        const conditions = (rule.Conditions?.Condition ?? []).map((one) => conditionIn(one, events))
        const action = actionCalled(rule.PrimaryAction.trim())
        const parts = {
          name: rule.Name.trim(),
          enabled: rule.Enabled,
          conditions,
          delay: 0,
          retries: 0,
        }
        const { template, recipient } = action
        const own = recipient === '' ? store.configurationValues(action) : action.parameters
        expectNone(
          checkRule(
            { ...parts, ...(start && { start }), template, recipient, parameters: own },
            choicesOf(device),
          ),
        )
        expectNew(rules.findBy('name', parts.name))
        expectRoom(rules.count(), ACTION_RULES_MAX, 'action rules')
        const row = { ...parts, start, configuration: action.id, stopped: false }
        return { RuleID: store.change(() => rules.add(row)).id }
      }),
      serveChange(calls.removeRule, ({ RuleID }) => {
        const id = RuleID.trim()
        if (!rules.find(id)) {
          throw actionFault('ActionRuleNotFoundFault', `There is no action rule ${brief(id)}.`)
        }
        store.change(() => {
          rules.remove(id)
          actionLog.forget(id)
        })
        return {}
      }),
      serve(calls.getRecipientTemplates, () => ({
        RecipientTemplates: {
          RecipientTemplate: RECIPIENT_TEMPLATES.map(({ token, parameters }) => ({
            TemplateToken: token,
            Parameters: { Parameter: parameters.map(declared) },
          })),
        },
      })),
      serve(calls.getRecipientConfigurations, () => ({
        RecipientConfigurations: {
          RecipientConfiguration: recipients.all().map(({ id, name, template, parameters }) => ({
            ConfigurationID: id,
            TemplateToken: template,
            Name: name,
            Parameters: listed(template, parameters),
          })),
        },
      })),
      serveChange(calls.addRecipientConfiguration, ({ NewRecipientConfiguration: recipient }) => {
        const template = recipient.TemplateToken.trim()
        if (!recipientTemplate(template)) {
          const message = `There is no recipient template ${brief(template)}.`
          throw actionFault('RecipientTemplateNotFoundFault', message)
        }
        const parameters = valuesIn(recipient.Parameters, template)
        const name = recipient.Name.trim()
        expectNone(checkRecipient({ name, template, parameters }, choicesOf(device)), {
          parameters: 'ParametersMissmatchFault',
        })
        expectNew(recipients.findBy('name', name))
        expectRoom(recipients.count(), RECIPIENTS_MAX, 'recipients')
        return store.change(() => {
          const row = { name, template, ...store.seal(template, parameters) }
          return { ConfigurationID: recipients.add(row).id }
        })
      }),
      serveChange(calls.removeRecipientConfiguration, ({ ConfigurationID }) => {
        const id = ConfigurationID.trim()
        if (!recipients.find(id)) {
          const message = `There is no recipient ${brief(id)}.`
          throw actionFault('RecipientConfigurationNotFoundFault', message)
        }
        if (store.rulesOf(id).length > 0) {
          throw invalidArgument('Action rules send to this recipient.')
        }
        store.change(() => recipients.remove(id))
        return {}
      }),
      serve(calls.actionWsdl, (_, { origin }) => describe(calls.actionService, OPERATIONS, origin)),
    ],
  }
}

const OPERATIONS = [
  calls.getActionTemplates,
  calls.getActionConfigurations,
  calls.addActionConfiguration,
  calls.removeActionConfiguration,
  calls.getRules,
  calls.addRule,
  calls.removeRule,
  calls.getRecipientTemplates,
  calls.getRecipientConfigurations,
  calls.addRecipientConfiguration,
  calls.removeRecipientConfiguration,
]

/** A parameter as a template lists it. */
const declared = ({ name, kind }: TemplateParameter) => ({
  Type: kind === 'number' || kind === 'port' ? 'xsd:int' : 'xsd:string',
  Name: name,
})

/** What is set, of every parameter that there is; secrets are empty. */
const listed = (template: string, values: Values) => ({
  Parameter: templateParameters(template).map(({ name, kind }) => ({
    Value: kind === 'secret' ? '' : (values[name] ?? ''),
    Name: name,
  })),
})

/** Safe to repeat in a message. */
const brief = (text: string): string => text.slice(0, 64)

/**
 * The values by name, without empty ones.
 * @throws Refusal for names that the template doesn't have, and for those that are there twice
 */
function valuesIn(given: Given, template: string): Record<string, string> {
  const known = templateParameters(template).map(({ name }) => name)
  const values = new Map<string, string>()
  for (const { Name = '', Value = '' } of given?.Parameter ?? []) {
    if (!known.includes(Name) || values.has(Name)) {
      const message = `${brief(Name)} is not a parameter of ${template}, or is there twice.`
      throw actionFault('ParametersMissmatchFault', message)
    }
    values.set(Name, Value)
  }
  return Object.fromEntries(Array.from(values).filter(([, value]) => value !== ''))
}

/**
 * @param faults what a problem is answered with, by the part that has it
 * @throws Refusal with the fault for what is wrong first
 */
function expectNone(problems: PathProblems, faults = FAULTS): void {
  const [first] = Object.entries(problems)
  if (!first) return
  const [path, wrong] = first
  if (wrong?.id === 'validation.ruleWithoutEvent') {
    throw actionFault('InsufficientActivationRuleFault', 'A start event or a condition is needed.')
  }
  if (wrong?.id === 'validation.ruleWithoutState') {
    const message = 'An unlimited action needs a condition, or a start event with a state.'
    throw actionFault('InsufficientActivationRuleFault', message)
  }
  const [part = ''] = path.split('.')
  const fault = faults[part]
  const message = `The value of ${path} is not possible.`
  throw fault ? actionFault(fault, message) : invalidArgument(message)
}

/** Those of action rules and actions. */
const FAULTS: Partial<Record<string, ActionFault>> = {
  start: 'InvalidFilterFault',
  conditions: 'InvalidConditionFilterFault',
  parameters: 'InvalidActionConfigurationFault',
  recipient: 'InvalidActionConfigurationFault',
  template: 'InvalidActionConfigurationFault',
}

/** @throws Refusal */
function expectNew(same: unknown): void {
  if (same) throw invalidArgument('This name is in use.')
}

/** @throws Refusal */
function expectRoom(count: number, max: number, what: string): void {
  if (count < max) return
  const message = `The device keeps at most ${max} ${what}.`
  throw new Refusal('invalid', message, ['Receiver', 'ter:Action'])
}
