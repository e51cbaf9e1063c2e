import {
  actionTemplate,
  ACTION_TEMPLATES,
  RECIPIENT_TEMPLATES,
} from '@lintel/contract/action-rules/templates'
import type { ActionTemplate } from '@lintel/contract/action-rules/templates'
import { VIRTUAL_INPUTS } from '@lintel/contract/action-rules/rule-events'
import type { ActionChoices } from '@lintel/contract/calls/action-rules'
import { NETWORK_SHARE, SD_CARD } from '@lintel/contract/disks'
import type { Device } from '../../device.ts'
import { eventChoices } from './event-choices.ts'

/** Whether the product has an action. */
export function hasAction({ product, ioPorts }: Device, token: string): boolean {
  const needs: ActionTemplate['needs'] = actionTemplate(token)?.needs
  if (needs === 'camera') return product.camera
  if (needs === 'clips') return product.audio?.output !== undefined
  if (needs === 'ports') return ioPorts.count > 0
  return true
}

/** What action rules can be made of, with the names in the device's settings. */
export function choicesOf(device: Device): ActionChoices {
  const { ioPorts, product, sipAccounts, clips, storage } = device
  const ports = Array.from({ length: ioPorts.count }, (_, index) => index)
  const outputs = ports
    .map((index) => ({ index, ...ioPorts.state(index + 1) }))
    .filter(({ direction }) => direction === 'output')
    .map(({ index, name }) => ({ value: String(index), label: name || `${index + 1}` }))
  const shares = storage.shares.list('all')
  return {
    events: eventChoices(device),
    actions: ACTION_TEMPLATES.map(({ token }) => token).filter((token) => hasAction(device, token)),
    recipientTemplates: RECIPIENT_TEMPLATES.map(({ token }) => token),
    outputs,
    doors: outputs.flatMap((output) => {
      const opens = ioPorts.doorTime(Number(output.value) + 1)
      return opens === undefined ? [] : [{ ...output, seconds: Math.ceil(opens / 1000) }]
    }),
    clips:
      product.audio?.output === undefined
        ? []
        : clips.all().map(({ location, name }) => ({ value: location, label: name || location })),
    sipAccounts: sipAccounts
      .all()
      .map(({ Id, Name, UserId }) => ({ value: Id, label: Name || UserId || Id })),
    disks: [
      ...(product.sdCard ? [{ value: SD_CARD, label: SD_CARD }] : []),
      { value: NETWORK_SHARE, label: NETWORK_SHARE },
    ],
    shares: shares.map(({ shareId, nicename }) => ({ value: shareId, label: nicename || shareId })),
    virtualInputs: Array.from({ length: VIRTUAL_INPUTS }, (_, index) => ({
      value: String(index + 1),
      label: String(index + 1),
    })),
  }
}
