import type { RuleEventItem } from '@lintel/contract/action-rules/rule-events'
import { changeVirtualInput, getEventInstances } from '@lintel/contract/calls/event-instances'
import { eventService } from '@lintel/contract/calls/schedules'
import { element } from '@lintel/contract/xml/element'
import type { XmlAttribute, XmlElement } from '@lintel/contract/xml/element'
import { serve } from '@lintel/front-door/serve'
import { mayHear } from '../../events/event-access.ts'
import { topicTree } from '../../events/onvif-topics.ts'
import { otherItemsOf } from '../../events/other-items.ts'
import { eventChoices } from '../action-rules/event-choices.ts'
import type { EventChoice } from '../action-rules/event-choices.ts'
import type { Service } from '../service.ts'

/** The events of the event service. Source: public documentation, "Event and action services". */
export const eventInstanceService: Service = (device) => ({
  calls: [
    serve(getEventInstances, (_, { groups }) => ({
      TopicSet: topicTree(
        eventChoices(device)
          .filter((event) => canHappen(event) && mayHear(groups, event.topic))
          .map((event) => ({
            topic: event.topic,
            attributes: [niceName(event.niceName)],
            content: [messageOf(event.stateful, itemsOf(event))],
          })),
      ),
    })),
    serve(changeVirtualInput, ({ port, active }) => ({
      stateChanged: device.virtualInputs.set(port, active),
    })),
  ],
})

/** Devices have no events of what they don't have, such as of a schedule without a schedule. */
const canHappen = ({ items }: EventChoice): boolean =>
  items.every(({ from, options }) => from === undefined || options.length > 0)

type DeclaredItem = RuleEventItem & Partial<Pick<EventChoice['items'][number], 'options'>>

const itemsOf = ({ topic, items }: EventChoice): readonly DeclaredItem[] =>
  items.length > 0 ? items : otherItemsOf(topic)

const own = (name: string, content: readonly XmlElement[], attributes?: readonly XmlAttribute[]) =>
  element(eventService.namespace, name, content, attributes)

const niceName = (value: string): XmlAttribute => ({
  name: 'NiceName',
  namespace: eventService.namespace,
  value,
})
const plain = (name: string, value: string): XmlAttribute => ({ name, namespace: '', value })

function messageOf(stateful: boolean, items: readonly DeclaredItem[]): XmlElement {
  const parts = (['source', 'data'] as const).flatMap((part) => {
    const inside = items.filter((item) => item.part === part)
    const name = part === 'source' ? 'SourceInstance' : 'DataInstance'
    return inside.length === 0 ? [] : [own(name, inside.map(itemOf))]
  })
  const property = {
    name: 'isProperty',
    namespace: eventService.namespace,
    value: 'true',
  }
  return own('MessageInstance', parts, stateful ? [property] : [])
}

function itemOf(item: DeclaredItem): XmlElement {
  // Everybody knows what a boolean can be.
  const values = item.type === 'boolean' ? [] : (item.options ?? [])
  return own(
    'SimpleItemInstance',
    values.map(({ value, label }) =>
      element(eventService.namespace, 'Value', value, label === value ? [] : [niceName(label)]),
    ),
    [
      niceName(item.niceName),
      plain('Type', `xsd:${item.type}`),
      plain('Name', item.name),
      ...(item.isState ? [plain('isPropertyState', 'true')] : []),
    ],
  )
}
