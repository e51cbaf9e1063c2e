import * as calls from '@lintel/contract/calls/mqtt'
import type {
  EventPublication,
  MqttAnnouncement,
  MqttClientConfig,
} from '@lintel/contract/calls/mqtt'
import { Refusal } from '@lintel/contract/fault'
import { addressOrHostName } from '@lintel/contract/rules/address'
import { isReservedTopic, isSocketPath, publishTopic } from '@lintel/contract/rules/mqtt'
import { serve, serveChange } from '@lintel/front-door/serve'
import { ActionFailure } from '../../engines/action-rules/types.ts'
import { isEventFilter } from '../../engines/mqtt/event-messages.ts'
import type { CertificateStore } from '../../state/certificate-store.ts'
import type { Service } from '../service.ts'
import { versionOf } from '../version-of.ts'

/** Longest name of a protocol for ALPN, in bytes (RFC 7301, 3.1). */
const ALPN_MAX = 255

type Certificates = Pick<CertificateStore, 'all' | 'find'>

/** The settings of MQTT, by the public calls and by our own. */
export const mqttService: Service = ({ mqtt, certificates }) => {
  const { store } = mqtt
  const version = () => versionOf(store.sealed())

  return {
    calls: [
      serveChange(calls.configureMqttClient, (request) => {
        const {
          password = '',
          keepExistingPassword,
          httpProxy: _,
          httpsProxy: __,
          ...client
        } = request
        checkClient(client, certificates)
        if (store.get().active) checkActive(client)
        store.change({ client: settled(client) }, keepExistingPassword ? undefined : password)
        return {}
      }),
      serveChange(calls.activateMqttClient, () => {
        checkActive(store.get().client)
        store.change({ active: true })
        return {}
      }),
      serveChange(calls.deactivateMqttClient, () => {
        store.change({ active: false })
        return {}
      }),
      serve(calls.getMqttClientStatus, () => {
        const { active, client } = store.get()
        return {
          status: {
            state: active ? ('active' as const) : ('inactive' as const),
            connectionStatus:
              mqtt.status().state === 'connected'
                ? ('connected' as const)
                : ('disconnected' as const),
          },
          config: {
            ...client,
            clientId: client.clientId || mqtt.defaults.clientId,
            deviceTopicPrefix: client.deviceTopicPrefix || mqtt.defaults.deviceTopicPrefix,
          },
        }
      }),
      serve(calls.getMqttClientVersions, () => ({
        apiVersions: [calls.getMqttClientStatus.answersWith],
      })),
      serveChange(calls.configureEventPublication, (publication) => {
        checkPublication(publication)
        store.change({ publication })
        return {}
      }),
      serve(calls.getEventPublication, () => ({
        eventPublicationConfig: store.get().publication,
      })),
      serve(calls.getEventBridgeVersions, () => ({
        apiVersions: [calls.getEventPublication.answersWith],
      })),
      serve(calls.getMqttSettings, (_, context) => {
        context.version(version())
        const all = certificates.all()
        const ids = (kind: 'own' | 'authority') =>
          all.flatMap((one) => (one.kind === kind ? [one.id] : []))
        return {
          ...store.get(),
          passwordSet: store.password() !== '',
          certificates: { own: ids('own'), authorities: ids('authority') },
          defaults: mqtt.defaults,
        }
      }),
      serveChange(calls.saveMqttSettings, (request, context) => {
        const { active, publication, discovery } = request
        const { password, ...client } = request.client
        checkClient(client, certificates)
        checkPublication(publication)
        checkTopic(discovery.prefix, 'discovery.prefix')
        if (active) checkActive(client)
        context.mustMatch(version())
        store.change({ active, client: settled(client), publication, discovery }, password)
        return {}
      }),
      serve(calls.getMqttStatus, () => mqtt.status()),
      serve(calls.testMqtt, async ({ client: { password, ...client } }) => {
        checkClient(client, certificates)
        checkActive(client)
        try {
          await mqtt.test(settled(client), password ?? store.password())
          return { ok: true, detail: '' }
        } catch (cause) {
          if (!(cause instanceof ActionFailure)) throw cause
          return { ok: false, reason: cause.reason, detail: cause.detail }
        }
      }),
    ],
  }
}

/** A configuration with the port of its protocol. */
const settled = (client: MqttClientConfig): MqttClientConfig => ({
  ...client,
  server: {
    ...client.server,
    port: client.server.port ?? calls.MQTT_PORTS[client.server.protocol],
  },
})

/** @throws Refusal */
function checkClient(client: MqttClientConfig, certificates: Certificates): void {
  const { server, ssl, lastWillTestament, connectMessage, disconnectMessage } = client
  if (server.host !== '' && addressOrHostName(server.host)) throw wrong('server.host')
  if (!isSocketPath(server.basepath)) throw wrong('server.basepath')
  if (Buffer.byteLength(server.alpnProtocol) > ALPN_MAX) throw wrong('server.alpnProtocol')
  checkTopic(client.deviceTopicPrefix, 'deviceTopicPrefix')
  const messages = { lastWillTestament, connectMessage, disconnectMessage }
  for (const [name, message] of Object.entries(messages)) {
    if (message && !message.useDefault) checkAnnouncement(message, name)
  }
  const { CACertID = '', clientCertID = '' } = ssl ?? {}
  const kindOf = (id: string) => certificates.find(id)?.kind
  if (CACertID !== '' && kindOf(CACertID) !== 'authority') throw wrong('ssl.CACertID')
  if (clientCertID !== '' && kindOf(clientCertID) !== 'own') throw wrong('ssl.clientCertID')
}

/** @throws Refusal */
function checkActive({ server }: MqttClientConfig): void {
  if (server.host === '') throw new Refusal('invalid', 'The client has not been configured.')
}

/** @throws Refusal */
function checkAnnouncement(message: MqttAnnouncement, name: string): void {
  for (const member of ['topic', 'message', 'retain', 'qos'] as const) {
    if (message[member] === undefined) {
      throw new Refusal('missing', `Parameter '${name}.${member}' is missing.`)
    }
  }
  if (message.topic === '') throw wrong(`${name}.topic`)
  checkTopic(message.topic ?? '', `${name}.topic`)
}

/** @throws Refusal */
function checkPublication(publication: EventPublication): void {
  const { topicPrefix, customTopicPrefix, eventFilterList } = publication
  checkTopic(customTopicPrefix, 'customTopicPrefix')
  if (topicPrefix === 'custom' && customTopicPrefix === '') {
    throw new Refusal('missing', "Parameter 'customTopicPrefix' is missing.")
  }
  if (!eventFilterList.every(({ topicFilter }) => isEventFilter(topicFilter))) {
    throw wrong('eventFilterList[].topicFilter')
  }
}

/** @throws Refusal */
function checkTopic(topic: string, name: string): void {
  if (publishTopic(topic) || isReservedTopic(topic)) throw wrong(name)
}

const wrong = (name: string) => new Refusal('invalid', `Parameter '${name}' is not valid.`)
