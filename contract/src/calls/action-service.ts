import { downloadCall, soapCall } from '../call.ts'
import type { SoapService } from '../soap/service.ts'
import { boolean, many, once, optional, recordOf, recordWith, text, xml } from '../soap/shape.ts'
import type { Fields, RecordShape } from '../soap/shape.ts'
import * as v from 'valibot'

/** The maker's action service: action rules, what they do, and to whom. */
export const actionService: SoapService = {
  name: 'ActionService',
  namespace: 'http://www.axis.com/vapix/ws/action1',
  prefix: 'aa',
  description: '/wsdl/vapix/ActionService.wsdl',
}

const { namespace } = actionService

const record = <F extends Fields>(name: string, fields: F): RecordShape<F> =>
  recordOf(namespace, name, fields)

/** A parameter that a template asks for. */
const templateParameter = recordWith(namespace, 'TemplateParameter', ['Type', 'Name'], {})
const templateParameters = record('TemplateParameters', { Parameter: many(templateParameter) })

/** A parameter that is set. */
const parameter = recordWith(namespace, 'Parameter', ['Value', 'Name'], {})
const parameters = record('Parameters', { Parameter: many(parameter) })

/** `wsnt:TopicExpression` and `wsnt:MessageContent`. */
const filter = xml
const conditions = record('Conditions', { Condition: many(filter) })

const rule = {
  Name: once(text),
  Enabled: once(boolean),
  StartEvent: optional(filter),
  Conditions: optional(conditions),
}

const vendor = {
  path: '/vapix/services',
  service: actionService,
  source: 'device-calls #10; public documentation: action service',
  proof: 'client',
  access: 'admin',
} as const
const reads = { ...vendor, effect: 'read', input: {} } as const
const writes = { ...vendor, effect: 'write' } as const

export const getActionTemplates = soapCall({
  ...reads,
  id: 'actionService.getActionTemplates',
  operation: 'GetActionTemplates',
  summary: 'Lists what action rules can do, with the parameters, and the type of the recipient.',
  output: {
    ActionTemplates: once(
      record('ActionTemplates', {
        ActionTemplate: many(
          record('ActionTemplate', {
            TemplateToken: once(text),
            Parameters: once(templateParameters),
            RecipientTemplate: optional(text),
          }),
        ),
      }),
    ),
  },
})

export const getActionConfigurations = soapCall({
  ...reads,
  id: 'actionService.getActionConfigurations',
  operation: 'GetActionConfigurations',
  summary: 'Lists the actions of rules with their parameters; secrets are empty.',
  output: {
    ActionConfigurations: once(
      record('ActionConfigurations', {
        ActionConfiguration: many(
          record('ActionConfiguration', {
            ConfigurationID: once(text),
            Name: once(text),
            TemplateToken: once(text),
            Parameters: once(parameters),
          }),
        ),
      }),
    ),
  },
})

export const addActionConfiguration = soapCall({
  ...writes,
  id: 'actionService.addActionConfiguration',
  operation: 'AddActionConfiguration',
  summary:
    'Adds an action for rules, with the parameters of its template and of its recipient. Absent ones are empty.',
  input: {
    NewActionConfiguration: once(
      record('NewActionConfiguration', {
        Name: optional(text),
        TemplateToken: once(text),
        Parameters: optional(parameters),
      }),
    ),
  },
  output: { ConfigurationID: once(text) },
})

export const removeActionConfiguration = soapCall({
  ...writes,
  id: 'actionService.removeActionConfiguration',
  operation: 'RemoveActionConfiguration',
  summary: 'Removes an action that no rule has.',
  input: { ConfigurationID: once(text) },
  output: {},
})

export const getRules = soapCall({
  ...reads,
  id: 'actionService.getActionRules',
  operation: 'GetActionRules',
  summary: 'Lists the action rules.',
  output: {
    ActionRules: once(
      record('ActionRules', {
        ActionRule: many(
          record('ActionRule', { RuleID: once(text), ...rule, PrimaryAction: once(text) }),
        ),
      }),
    ),
  },
})

export const addRule = soapCall({
  ...writes,
  id: 'actionService.addActionRule',
  operation: 'AddActionRule',
  summary:
    'Adds an action rule: the event that starts it, states that have to hold, and the id of its action.',
  input: {
    NewActionRule: once(
      record('NewActionRule', {
        ...rule,
        PrimaryAction: once(text),
        /** Devices have both, and refuse the second one. */
        ActivationTimeout: optional(text),
        FailoverAction: optional(text),
      }),
    ),
  },
  output: { RuleID: once(text) },
})

export const removeRule = soapCall({
  ...writes,
  id: 'actionService.removeActionRule',
  operation: 'RemoveActionRule',
  summary: 'Removes an action rule; its action stays.',
  input: { RuleID: once(text) },
  output: {},
})

export const getRecipientTemplates = soapCall({
  ...reads,
  id: 'actionService.getRecipientTemplates',
  operation: 'GetRecipientTemplates',
  summary: 'Lists the types of recipients with their parameters.',
  output: {
    RecipientTemplates: once(
      record('RecipientTemplates', {
        RecipientTemplate: many(
          record('RecipientTemplate', {
            TemplateToken: once(text),
            Parameters: once(templateParameters),
          }),
        ),
      }),
    ),
  },
})

export const getRecipientConfigurations = soapCall({
  ...reads,
  id: 'actionService.getRecipientConfigurations',
  operation: 'GetRecipientConfigurations',
  summary: 'Lists the stored recipients with their parameters; secrets are empty.',
  output: {
    RecipientConfigurations: once(
      record('RecipientConfigurations', {
        RecipientConfiguration: many(
          record('RecipientConfiguration', {
            ConfigurationID: once(text),
            TemplateToken: once(text),
            Name: once(text),
            Parameters: once(parameters),
          }),
        ),
      }),
    ),
  },
})

export const addRecipientConfiguration = soapCall({
  ...writes,
  id: 'actionService.addRecipientConfiguration',
  operation: 'AddRecipientConfiguration',
  summary: 'Adds a recipient. Absent parameters are empty.',
  input: {
    NewRecipientConfiguration: once(
      record('NewRecipientConfiguration', {
        TemplateToken: once(text),
        Name: once(text),
        Parameters: optional(parameters),
      }),
    ),
  },
  output: { ConfigurationID: once(text) },
})

export const removeRecipientConfiguration = soapCall({
  ...writes,
  id: 'actionService.removeRecipientConfiguration',
  operation: 'RemoveRecipientConfiguration',
  summary: 'Removes a recipient to which no action rule sends.',
  input: { ConfigurationID: once(text) },
  output: {},
})

export const actionWsdl = downloadCall({
  id: 'wsdl.actions',
  path: actionService.description,
  access: 'admin',
  effect: 'read',
  summary: 'Describes the operations of the action service (WSDL 1.1).',
  source: 'A §7; public documentation: action service',
  proof: 'client',
  request: v.object({}),
  contentType: 'text/xml; charset=utf-8',
})
