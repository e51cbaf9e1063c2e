import { Card } from '@lintel/ui/card'
import { SelectField, SwitchField, TextField } from '@lintel/ui/fields'
import type { Form } from '@lintel/ui/form'
import { useText } from '@lintel/ui/i18n'
import type { MqttValues } from './settings.ts'

const WILLS = ['default', 'own', 'none'] as const

/** Where messages go, and what the broker says when the device is gone. */
export function WillCard(props: { form: Form<MqttValues>; values: MqttValues; prefix: string }) {
  const { form, values, prefix } = props
  const text = useText()
  return (
    <Card title={text('mqtt.topics')}>
      <TextField
        form={form}
        name="prefix"
        label={text('mqtt.prefix')}
        help={text('mqtt.prefix.help')}
        placeholder={prefix}
        autoComplete="off"
        optional
        mono
      />
      <SelectField
        form={form}
        name="will"
        label={text('mqtt.will')}
        help={text('mqtt.will.help')}
        options={WILLS.map((value) => ({ value, label: text(`mqtt.will.${value}`) }))}
      />
      {values.will === 'own' && (
        <>
          <TextField
            form={form}
            name="willTopic"
            label={text('mqtt.willTopic')}
            autoComplete="off"
            mono
          />
          <TextField
            form={form}
            name="willMessage"
            label={text('mqtt.willMessage')}
            autoComplete="off"
          />
          <SwitchField form={form} name="willRetain" label={text('mqtt.willRetain')} />
        </>
      )}
    </Card>
  )
}
