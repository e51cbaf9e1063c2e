import type { MqttState as State, MqttStatus } from '@lintel/contract/calls/mqtt'
import { Card, Facts } from '@lintel/ui/card'
import { Chip } from '@lintel/ui/chip'
import { useText } from '@lintel/ui/i18n'
import { Notice } from '@lintel/ui/notice'
import { useQuery } from '@tanstack/react-query'
import { QueryView } from '../../app/query-view.tsx'
import { mqttStatusQuery } from './queries.ts'
import { useReason } from './reason.ts'

const COLOURS: Readonly<Record<State, 'neutral' | 'ok' | 'warn' | 'crit'>> = {
  inactive: 'neutral',
  noCable: 'crit',
  connecting: 'warn',
  connected: 'ok',
  waiting: 'crit',
  stopped: 'crit',
}

/** Whether the device is connected, and why not. */
export function MqttState() {
  const status = useQuery(mqttStatusQuery)
  return <QueryView query={status}>{(now) => <StateCard status={now} />}</QueryView>
}

function StateCard({ status }: { status: MqttStatus }) {
  const text = useText()
  const reasonOf = useReason()
  const { state, server, reason, detail, queued, dropped } = status
  return (
    <Card title={text('mqtt.connection')}>
      {reason !== undefined && state !== 'inactive' && (
        <Notice status="warn" title={reasonOf(reason)}>
          {detail}
        </Notice>
      )}
      <Facts
        items={[
          {
            term: text('ui.state'),
            value: <Chip status={COLOURS[state]}>{text(`mqtt.state.${state}`)}</Chip>,
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
