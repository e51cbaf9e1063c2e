import {
  ACTION_RULES_MAX,
  addActionRule,
  clearActionLog,
  getActionChoices,
  getActionLog,
  getActionRules,
  removeActionRule,
  runActionRule,
  updateActionRule,
} from '@lintel/contract/calls/action-rules'
import type { ActionRule, NewActionRule } from '@lintel/contract/calls/action-rules'
import type { Stored } from '@lintel/contract/collection'
import { Refusal } from '@lintel/contract/fault'
import { serve, serveChange } from '@lintel/front-door/serve'
import type { StoredRule } from '../../state/action-rules.ts'
import type { Service } from '../service.ts'
import { expectRule } from './check.ts'
import { choicesOf } from './choices.ts'

/** Action rules, each with its action, and their log. Own design. */
export const actionRuleService: Service = (device) => {
  const { actionRuleStore: store, actionLog, actionRules, events } = device
  const { rules, configurations } = store
  const unsubscribes = [
    rules.subscribe((ids) => events.changed('actionRules', ids)),
    configurations.subscribe(() => events.changed('actionRules')),
    // Rules tell the names of recipients, and recipients how many rules send to them.
    rules.subscribe(() => events.changed('recipients')),
  ]

  function rowOf(
    { configuration, start, conditions, ...stored }: Stored<StoredRule>,
    lastStarts: ReadonlyMap<string, string>,
  ): ActionRule {
    const action = configurations.find(configuration)
    return {
      ...stored,
      ...(start && { start: { ...start, items: [...start.items] } }),
      conditions: conditions.map((one) => ({ ...one, items: [...one.items] })),
      template: action?.template ?? '',
      recipient: action?.recipient ?? '',
      parameters: { ...action?.parameters },
      lastStarted: lastStarts.get(stored.id) ?? '',
    }
  }

  const rowNow = (rule: Stored<StoredRule>) => rowOf(rule, actionRules.lastStarts())

  function checkName(name: string, own?: string): void {
    const same = rules.findBy('name', name)
    if (same && same.id !== own) throw new Refusal('invalid', 'This name is in use.')
  }

  return {
    calls: [
      serve(getActionRules, (request) => {
        const page = rules.page(request)
        const lastStarts = actionRules.lastStarts()
        return { ...page, items: page.items.map((rule) => rowOf(rule, lastStarts)) }
      }),
      serveChange(addActionRule, (rule) => {
        expectRule(device, rule, [])
        checkName(rule.name)
        if (rules.count() >= ACTION_RULES_MAX) {
          throw new Refusal('invalid', `The device keeps at most ${ACTION_RULES_MAX} action rules.`)
        }
        return store.change(() => {
          const { name, template, recipient, parameters } = rule
          const sealed = store.seal(template, parameters)
          const { id } = configurations.add({ name, template, recipient, ...sealed })
          return rowNow(rules.add({ ...partsOf(rule), configuration: id }))
        })
      }),
      serveChange(updateActionRule, ({ id, version, ...rule }) => {
        const before = rules.find(id)
        if (!before) throw new Refusal('absent', 'The action rule was not found.')
        if (before.version !== version) {
          throw new Refusal('conflict', 'The action rule has changed.')
        }
        const { name, template, recipient, parameters } = rule
        const action = configurations.find(before.configuration)
        // With a stored recipient, the secrets of one of its own are not used any more.
        const kept = recipient === '' && action?.template === template ? action : undefined
        expectRule(device, rule, Object.keys(kept?.secrets ?? {}))
        checkName(name, id)
        return store.change(() => {
          const changed = {
            name,
            template,
            recipient,
            ...store.seal(template, parameters, kept),
          }
          // Another rule that a client has made may have the same action.
          const own = action && rules.allWith({ configuration: action.id }).length === 1
          const configuration = own
            ? configurations.update(action.id, changed)
            : configurations.add(changed)
          return rowNow(
            rules.update(id, { ...partsOf(rule), configuration: configuration.id }, version),
          )
        })
      }),
      serveChange(removeActionRule, ({ id, version }) => {
        store.change(() => {
          const before = rules.find(id)
          rules.remove(id, version)
          actionLog.forget(id)
          const { configuration = '' } = before ?? {}
          const used = rules.allWith({ configuration }).length > 0
          if (!used && configurations.find(configuration)) configurations.remove(configuration)
        })
        return {}
      }),
      serve(runActionRule, ({ id }) => {
        actionRules.run(id)
        return {}
      }),
      serve(getActionChoices, () => choicesOf(device)),
      serve(getActionLog, (request) => {
        actionRules.flushLog()
        const page = actionLog.page(request)
        const items = page.items.map(({ reason, ...entry }) => ({
          ...entry,
          ...(reason && { reason }),
        }))
        return { ...page, items }
      }),
      serveChange(clearActionLog, () => {
        actionRules.flushLog()
        actionLog.clear()
        return {}
      }),
    ],
    close() {
      for (const stop of unsubscribes) stop()
    },
  }
}

/** What is stored of a rule itself; saving it lets one that was stopped run again. */
const partsOf = ({ name, enabled, start, conditions, delay, retries }: NewActionRule) => ({
  name,
  enabled,
  start,
  conditions,
  delay,
  retries,
  stopped: false,
})
