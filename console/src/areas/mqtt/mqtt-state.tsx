import type { MqttState as State, MqttStatus } from '@lintel/contract/calls/mqtt'
import { Card, Facts } from '@lintel/ui/card'
import { Chip } from '@lintel/ui/chip'
import { useText } from '@lintel/ui/i18n'
import { Notice } from '@lintel/ui/notice'
import { useQuery } from '@tanstack/react-query'
import { QueryView } from '../../app/query-view.tsx'
import { mqttStatusQuery } from './queries.ts'
import { useReason } from './reason.ts'

const CHIPS = {
  inactive: { status: 'neutral', label: 'mqtt.state.inactive' },
  noCable: { status: 'crit', label: 'mqtt.state.noCable' },
  connecting: { status: 'warn', label: 'mqtt.state.connecting' },
  connected: { status: 'ok', label: 'mqtt.state.connected' },
  waiting: { status: 'crit', label: 'mqtt.state.disconnected' },
  stopped: { status: 'crit', label: 'mqtt.state.disconnected' },
} as const satisfies Record<State, object>

/** Whether the device is connected, and why not. */
export function MqttState() {
  const status = useQuery(mqttStatusQuery)
  return <QueryView query={status}>{(now) => <StateCard status={now} />}</QueryView>
}

function StateCard({ status }: { status: MqttStatus }) {
  const text = useText()
  const reasonOf = useReason()
  const { state, server, reason, detail, queued, dropped } = status
  const why = reason === undefined ? undefined : reasonOf(reason, detail)
  const { status: colour, label } = CHIPS[state]
  return (
    <Card title={text('mqtt.connection')}>
      {why && state !== 'inactive' && (
        <Notice status="warn" title={why.title}>
          {state !== 'stopped' && text('mqtt.again')} {why.more && `(${why.more})`}
        </Notice>
      )}
      <Facts
        items={[
          {
            term: text('ui.state'),
            value: <Chip status={colour}>{text(label)}</Chip>,
            field: 'state',
          },
          ...(server === '' ? [] : [{ term: text('mqtt.broker'), value: server, mono: true }]),
          ...(queued + dropped === 0
            ? []
            : [
                {
                  term: text('ui.messages'),
                  value: text('mqtt.messages', { queued, dropped }),
                },
              ]),
        ]}
      />
    </Card>
  )
}
