import type { EventFilter } from '@lintel/contract/action-rules/event-filter'
import {
  actionTemplate,
  parametersOf,
  recipientTemplate,
} from '@lintel/contract/action-rules/templates'
import type { TemplateParameter } from '@lintel/contract/action-rules/templates'
import type { Stored } from '@lintel/contract/collection'
import { openCollection } from './collection.ts'
import type { Collection } from './collection.ts'
import { booleanColumn, jsonColumn, numberColumn, textColumn } from './columns.ts'
import type { Column } from './columns.ts'
import type { Database } from './database.ts'
import type { SecretBox } from './secret-box.ts'

/** Values by the names of a template's parameters. */
export type Values = Readonly<Record<string, string>>

/** A template with its values; its secrets are sealed. */
interface Configured {
  name: string
  template: string
  parameters: Values
  /** Sealed; only those that are set. */
  secrets: Values
}

/** To whom actions can send. */
export type StoredRecipient = Configured

/** What a rule does. */
export interface StoredConfiguration extends Configured {
  /** Id of the stored recipient; empty if there is none, or if its values are among the parameters. */
  recipient: string
}

/** When a configuration is carried out. */
export interface StoredRule {
  name: string
  enabled: boolean
  start: EventFilter | undefined
  conditions: readonly EventFilter[]
  /** Id of its configuration. */
  configuration: string
  /** Seconds. */
  delay: number
  retries: number
  /** Whether it started itself, and was stopped. */
  stopped: boolean
}

/** Action rules with their configurations, and recipients. A change is durable on return. */
export interface ActionRuleStore {
  rules: Collection<StoredRule>
  configurations: Collection<StoredConfiguration>
  recipients: Collection<StoredRecipient>
  /** Splits values into those that everybody may read and sealed secrets. */
  seal(
    template: string,
    values: Values,
    before?: Configured,
  ): Pick<Configured, 'parameters' | 'secrets'>
  /** All values of a recipient, with its secrets. */
  recipientValues(recipient: Configured): Values
  /** All values of a configuration, with its secrets and those of its stored recipient. */
  configurationValues(configuration: StoredConfiguration): Values
  /** Rules that send to a recipient. */
  rulesOf(recipient: string): Stored<StoredRule>[]
  /** Commits all changes of `work` or none. Secrets leave no trace in the write-ahead log. */
  change<R>(work: () => R): R
  /** Notifies of any change of what rules do; recipients count. */
  subscribe(fn: () => void): () => void
}

const optionalJson = <T extends object>(): Column<T | undefined> => ({
  write: (value) => (value === undefined ? null : JSON.stringify(value)),
  read: (stored) => (stored === null ? undefined : (JSON.parse(String(stored)) as T)),
})

const configured = {
  name: textColumn,
  template: textColumn,
  parameters: jsonColumn<Values>(),
  secrets: jsonColumn<Values>(),
}

/** The parameters of a template of either kind. */
export function templateParameters(token: string): readonly TemplateParameter[] {
  const action = actionTemplate(token)
  return action ? parametersOf(action) : (recipientTemplate(token)?.parameters ?? [])
}

/** What a secret belongs to: it can't be opened as another one. */
const owner = (name: string) => `action rule ${name}`

export function openActionRuleStore(database: Database, box: SecretBox): ActionRuleStore {
  const rules = openCollection<StoredRule>(database, {
    table: 'action_rules',
    keepsIds: true,
    columns: {
      name: textColumn,
      enabled: booleanColumn,
      start: optionalJson<EventFilter>(),
      conditions: jsonColumn<readonly EventFilter[]>(),
      configuration: textColumn,
      delay: numberColumn,
      retries: numberColumn,
      stopped: booleanColumn,
    },
    filter: ['name'],
    sort: ['name'],
  })
  const configurations = openCollection<StoredConfiguration>(database, {
    table: 'action_configurations',
    keepsIds: true,
    columns: { ...configured, recipient: textColumn },
  })
  const recipients = openCollection<StoredRecipient>(database, {
    table: 'recipients',
    keepsIds: true,
    columns: configured,
    filter: ['name'],
    sort: ['name', 'template'],
  })

  function open({ parameters, secrets }: Configured): Values {
    const opened = Object.entries(secrets).map(([name, sealed]) => [
      name,
      // Sealed by another device: it has to be entered again.
      box.open(sealed, owner(name)) ?? '',
    ])
    return { ...parameters, ...(Object.fromEntries(opened) as Values) }
  }

  return {
    rules,
    configurations,
    recipients,
    seal(template, values, before) {
      const parameters: Record<string, string> = {}
      const secrets: Record<string, string> = {}
      for (const { name, kind } of templateParameters(template)) {
        const value = values[name]
        if (kind !== 'secret') {
          if (value !== undefined) parameters[name] = value
          continue
        }
        const kept = before?.secrets[name]
        if (value === undefined && kept !== undefined) secrets[name] = kept
        else if (value) secrets[name] = box.seal(value, owner(name))
      }
      return { parameters, secrets }
    },
    recipientValues: open,
    configurationValues(configuration) {
      const values = open(configuration)
      const stored = recipients.find(configuration.recipient)
      if (!stored) return values
      // A recipient of its own may have left values, such as a password for another server.
      const own = (actionTemplate(configuration.template)?.parameters ?? []).flatMap(({ name }) =>
        values[name] === undefined ? [] : [[name, values[name]] as const],
      )
      return { ...Object.fromEntries(own), ...open(stored) }
    },
    rulesOf: (recipient) =>
      configurations
        .allWith({ recipient })
        .flatMap(({ id }) => rules.allWith({ configuration: id })),
    change(work) {
      return rules.change(() =>
        configurations.change(() =>
          recipients.change(() => {
            const result = work()
            database.scrub()
            return result
          }),
        ),
      )
    },
    subscribe(fn) {
      const stops = [rules, configurations, recipients].map((rows) => rows.subscribe(() => fn()))
      return () => {
        for (const stop of stops) stop()
      }
    },
  }
}
