/** What is said of the connection itself. Source: public documentation, "MQTT client API". */
import type { MqttAnnouncement, MqttClientConfig } from '@lintel/contract/calls/mqtt'
import type { OutgoingMessage } from './connection.ts'
import type { Sender } from './event-messages.ts'

type Occasion = 'lost' | 'connected' | 'disconnected'

const MEMBERS = {
  lost: 'lastWillTestament',
  connected: 'connectMessage',
  disconnected: 'disconnectMessage',
} as const satisfies Record<Occasion, keyof MqttClientConfig>

const DESCRIPTIONS: Readonly<Record<Occasion, string>> = {
  lost: 'Connection Lost',
  connected: 'Connected',
  disconnected: 'Disconnected',
}

const connectionTopic = ({ prefix }: Sender) => `${prefix}/event/connection`

/**
 * The message for an occasion; undefined if none was configured.
 * @param now UTC milliseconds
 */
export function announcementOf(
  occasion: Occasion,
  config: MqttClientConfig,
  sender: Sender,
  now: number,
): OutgoingMessage | undefined {
  const set = config[MEMBERS[occasion]]
  if (!set) return undefined
  if (!set.useDefault) return ownMessage(set)
  const payload = {
    serialNumber: sender.serial,
    connected: occasion === 'connected',
    description: DESCRIPTIONS[occasion],
    // Nobody knows before when it will be lost.
    timestamp: occasion === 'lost' ? null : new Date(now).toISOString().replace(/\.\d+/, ''),
  }
  return { topic: connectionTopic(sender), payload: JSON.stringify(payload), qos: 1, retain: true }
}

function ownMessage({
  topic = '',
  message = '',
  retain = false,
  qos = 0,
}: MqttAnnouncement): OutgoingMessage | undefined {
  return topic === '' ? undefined : { topic, payload: message, qos, retain }
}

/**
 * How Home Assistant learns whether the device is there, from the last will and the message when it
 * connects; nothing if they don't fit together, or if the broker doesn't keep them: Home Assistant
 * would not know after a restart of its own.
 */
export function availabilityOf(config: MqttClientConfig, sender: Sender): object {
  const { lastWillTestament: will, connectMessage: start } = config
  if (!will || !start || will.useDefault !== start.useDefault) return {}
  if (will.useDefault) {
    return {
      availability: [
        {
          topic: connectionTopic(sender),
          value_template: "{{ 'online' if value_json.connected else 'offline' }}",
        },
      ],
    }
  }
  if (will.topic !== start.topic || will.message === start.message) return {}
  if (will.retain !== true || start.retain !== true) return {}
  return {
    availability: [
      {
        topic: will.topic,
        payload_available: start.message,
        payload_not_available: will.message,
      },
    ],
  }
}
