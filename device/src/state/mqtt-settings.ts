import { DISCOVERY_PREFIX } from '@lintel/contract/calls/mqtt'
import type { EventPublication, MqttClientConfig, MqttDiscovery } from '@lintel/contract/calls/mqtt'
import type { Database } from './database.ts'
import { openRecord } from './records.ts'
import type { SecretBox } from './secret-box.ts'

/** What was set of MQTT, without the password. */
export interface StoredMqtt {
  active: boolean
  client: MqttClientConfig
  publication: EventPublication
  discovery: MqttDiscovery
}

/** The settings of MQTT. A change is durable when its method returns. */
export interface MqttStore {
  get(): StoredMqtt
  /** Empty without one, and if another device sealed it. */
  password(): string
  /** All of it with the password as it is stored, to tell whether something has changed. */
  sealed(): object
  /**
   * Changes these members.
   * @param password the new one, empty for none; undefined: the stored one stays
   */
  change(members: Partial<StoredMqtt>, password?: string): void
  /** The topics of what Home Assistant was told, which the broker keeps until it is told otherwise. */
  announced(): readonly string[]
  setAnnounced(topics: readonly string[]): void
  /** Notifies after every change of the settings. */
  subscribe(fn: () => void): () => void
}

interface MqttRecord extends StoredMqtt {
  /** Sealed; empty without one. */
  password: string
}

const OWNER = 'mqtt'

const FACTORY: MqttRecord = {
  active: false,
  client: {
    server: { protocol: 'tcp', host: '', basepath: '', alpnProtocol: '' },
    username: '',
    clientId: '',
    keepAliveInterval: 60,
    connectTimeout: 60,
    cleanSession: true,
    autoReconnect: true,
    activateOnReboot: true,
    deviceTopicPrefix: '',
    lastWillTestament: { useDefault: true },
    connectMessage: { useDefault: true },
    disconnectMessage: { useDefault: true },
  },
  publication: {
    topicPrefix: 'default',
    customTopicPrefix: '',
    appendEventTopic: true,
    includeTopicNamespaces: true,
    includeSerialNumberInPayload: false,
    eventFilterList: [],
  },
  discovery: { enabled: false, prefix: DISCOVERY_PREFIX },
  password: '',
}

export function openMqttStore(database: Database, secrets: SecretBox): MqttStore {
  const record = openRecord<MqttRecord>(database, 'mqtt')
  const announced = openRecord<{ topics: readonly string[] }>(database, 'mqttAnnounced')
  const listeners = new Set<() => void>()
  const stored = () => record.get() ?? FACTORY

  return {
    get() {
      const { password: _, ...settings } = stored()
      return settings
    },
    password() {
      const { password } = stored()
      return (password && secrets.open(password, OWNER)) || ''
    },
    sealed: stored,
    change(members, password) {
      const before = stored()
      const sealed =
        password === undefined ? before.password : password && secrets.seal(password, OWNER)
      database.tx(() => {
        record.put({ ...before, ...members, password: sealed })
        if (sealed !== before.password) database.scrub()
      })
      database.afterCommit(() => {
        for (const fn of Array.from(listeners)) fn()
      })
    },
    announced: () => announced.get()?.topics ?? [],
    setAnnounced: (topics) => announced.put({ topics }),
    subscribe(fn) {
      listeners.add(fn)
      return () => {
        listeners.delete(fn)
      }
    },
  }
}
