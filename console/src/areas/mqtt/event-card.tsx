import { RETAIN_POLICIES } from '@lintel/contract/calls/mqtt'
import type { MessageId } from '@lintel/contract/messages'
import { Card, Row } from '@lintel/ui/card'
import { RadioField, SelectField, SwitchField } from '@lintel/ui/fields'
import type { Form } from '@lintel/ui/form'
import { useText } from '@lintel/ui/i18n'
import { EVENT_KIND_NAMES } from './settings.ts'
import type { EventKind, MqttValues } from './settings.ts'

/** The names of the kinds; some are those of their pages. */
const LABELS: Readonly<Record<EventKind, MessageId>> = {
  bell: 'mqtt.kind.bell',
  calls: 'mqtt.kind.calls',
  ports: 'pages.ioPorts',
  access: 'mqtt.kind.access',
  detectors: 'pages.detectors',
  storage: 'pages.storage',
  schedules: 'ui.schedules',
}

const CHOICES = ['none', 'all', 'some'] as const
const QUALITIES = ['0', '1', '2'] as const

/** Which events are published, and how. */
export function EventCard({ form, values }: { form: Form<MqttValues>; values: MqttValues }) {
  const text = useText()
  return (
    <Card title={text('mqtt.events')} note={text('mqtt.events.note')}>
      <RadioField
        form={form}
        name="events"
        label={text('mqtt.publish')}
        options={CHOICES.map((value) => ({ value, label: text(`mqtt.publish.${value}`) }))}
      />
      {values.events === 'some' && (
        <>
          {EVENT_KIND_NAMES.map((kind) => (
            <SwitchField key={kind} form={form} name={kind} label={text(LABELS[kind])} />
          ))}
          {values.others !== '' && (
            <Row name={text('mqtt.others')} help={text('mqtt.others.help')}>
              <span className="mono">{values.others}</span>
            </Row>
          )}
        </>
      )}
      {values.events !== 'none' && (
        <>
          <SelectField
            form={form}
            name="retain"
            label={text('mqtt.retain')}
            help={text('mqtt.retain.help')}
            options={RETAIN_POLICIES.map((value) => ({
              value,
              label: text(`mqtt.retain.${value}`),
            }))}
          />
          <SelectField
            form={form}
            name="qos"
            label={text('mqtt.qos')}
            options={QUALITIES.map((value) => ({ value, label: text(`mqtt.qos.${value}`) }))}
          />
        </>
      )}
    </Card>
  )
}
