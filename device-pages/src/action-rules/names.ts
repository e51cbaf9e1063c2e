import type { ActionChoices } from '@lintel/contract/calls/action-rules'
import { useHasText, useText } from '@lintel/ui/i18n'
import { useTypeName } from '../recipients/names.ts'
import { ACTIONS, isAction, templateOf } from './actions.ts'
import { stateKey } from './events.ts'
import type { KnownItem } from './events.ts'

type Option = ActionChoices['outputs'][number]

/** What people call the parts of rules, in the language of the page. */
export function useNames() {
  const text = useText()
  const hasText = useHasText()
  const typeName = useTypeName()

  const textOr = (id: string, otherwise: string, values?: Record<string, string>) =>
    hasText(id) ? text(id, values) : otherwise

  /** Ports without a name have a number. */
  const portName = (label: string) =>
    /^\d+$/.test(label) ? text('actionRules.port', { port: label }) : label

  /** The device has names of its own for its disks. */
  const diskName = (disk: string) =>
    disk === 'NetworkShare'
      ? text('recipients.type.networkshare')
      : textOr(`actionRules.disk.${disk}`, disk)

  return {
    text,
    hasText,
    portName,
    diskName,
    event: (id: string) =>
      id === 'manualTrigger' ? text('ui.manualTrigger') : textOr(`actionRules.event.${id}`, id),
    action(id: string): string {
      if (!isAction(id)) return id
      const type = typeName(templateOf(id, 'fixed')?.recipient ?? '')
      return text(`actionRules.action.${ACTIONS[id].name}`, { type })
    },
    item: ({ from }: KnownItem) =>
      from === undefined || from === 'manualTriggers'
        ? text('ui.state')
        : text(`actionRules.item.${from}`),
    option(eventId: string, { from }: KnownItem, { value, label }: Option): string {
      if (from === 'disks') return diskName(value)
      if (from === 'inputs' || from === 'outputs') return portName(label)
      if (from) return label
      const key = stateKey(eventId, value)
      const own = `actionRules.value.${eventId}.${key}`
      return textOr(own, textOr(`actionRules.value.${key}`, value), { code: value })
    },
  }
}

export type Names = ReturnType<typeof useNames>
