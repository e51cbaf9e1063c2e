import {
  MANUAL_TRIGGERS,
  RULE_EVENTS,
  VIRTUAL_INPUTS,
} from '@lintel/contract/action-rules/rule-events'
import type {
  EventNeeds,
  ItemSource,
  RuleEvent,
  RuleEventItem,
} from '@lintel/contract/action-rules/rule-events'
import type { ActionChoices } from '@lintel/contract/calls/action-rules'
import type { ScheduleType } from '@lintel/contract/calls/schedules'
import { categoryOf } from '@lintel/contract/capabilities'
import { NETWORK_SHARE, SD_CARD } from '@lintel/contract/disks'
import type { Device } from '../../device.ts'
import { detectsSound, testsItsSpeaker } from '../../products/features.ts'

/** What the choices depend on. */
export type EventParts = Pick<
  Device,
  'product' | 'ioPorts' | 'schedules' | 'dtmfTriggers' | 'sipAccounts'
>

type Choice = ActionChoices['events'][number]
type ItemChoice = Choice['items'][number]

/** An event of the product, with the names that outside clients get. */
export interface EventChoice extends Choice {
  topic: RuleEvent['topic']
  niceName: string
  items: (ItemChoice & Pick<RuleEventItem, 'part' | 'type' | 'niceName' | 'from'>)[]
}

/**
 * The events that the product has, and what their items can be: what an action rule is made of, and
 * what outside clients are told. Labels are names from the device's settings, or else the values.
 */
export const eventChoices = (device: EventParts): EventChoice[] =>
  RULE_EVENTS.filter((event: RuleEvent) => !event.needs || HAS[event.needs](device)).map(
    ({ id, topic, stateful, niceName, items }: RuleEvent) => ({
      id,
      topic,
      stateful,
      niceName,
      items: items.map((item) => ({
        name: item.name,
        part: item.part,
        type: item.type,
        niceName: item.niceName,
        isState: item.isState ?? false,
        ...(item.from && { from: item.from }),
        options: optionsOf(device, item),
      })),
    }),
  )

const HAS: Record<EventNeeds, (device: EventParts) => boolean> = {
  callButton: ({ product }) => product.capabilities?.callButton ?? false,
  reader: ({ product }) => product.capabilities?.reader ?? false,
  camera: ({ product }) => product.camera,
  microphone: ({ product }) => detectsSound(product),
  shockSensor: ({ product }) => product.shockSensor,
  display: ({ product }) => product.capabilities?.display ?? false,
  ports: ({ ioPorts }) => ioPorts.count > 0,
  speakerTest: ({ product }) => testsItsSpeaker(product),
  doorMonitor: ({ product }) => categoryOf(product.brand.type) === 'accesscontrol',
}

type Options = ItemChoice['options']

const optionsOf = (device: EventParts, { values, from }: RuleEventItem): Options =>
  from ? FROM[from](device) : (values ?? []).map(plain)

const plain = (value: string | number) => ({ value: String(value), label: String(value) })
const named = (value: string | number, name: string) => ({
  value: String(value),
  label: name === '' ? String(value) : name,
})
const upTo = (count: number) => Array.from({ length: count }, (_, index) => index + 1)

const ports = ({ ioPorts }: EventParts, wanted: 'input' | 'output'): Options =>
  upTo(ioPorts.count).flatMap((port) => {
    const { direction, name } = ioPorts.state(port)
    return direction === wanted ? [named(port, name)] : []
  })

const schedules = (device: EventParts, wanted: ScheduleType): Options =>
  device.schedules
    .list()
    .filter(({ type }) => type === wanted)
    .map(({ eventId, name }) => named(eventId, name))

const FROM: Record<ItemSource, (device: EventParts) => Options> = {
  inputs: (device) => ports(device, 'input'),
  outputs: (device) => ports(device, 'output'),
  virtualInputs: () => upTo(VIRTUAL_INPUTS).map(plain),
  manualTriggers: () => upTo(MANUAL_TRIGGERS).map(plain),
  schedules: (device) => schedules(device, 'Interval'),
  recurrences: (device) => schedules(device, 'Pulse'),
  dtmfTriggers: ({ dtmfTriggers }) => dtmfTriggers.all().map(({ id, name }) => named(id, name)),
  disks: ({ product }) => (product.sdCard ? [SD_CARD, NETWORK_SHARE] : [NETWORK_SHARE]).map(plain),
  sipAccounts: ({ sipAccounts }) =>
    sipAccounts.all().map(({ Id, Name, UserId }) => named(Id, Name || UserId)),
}
