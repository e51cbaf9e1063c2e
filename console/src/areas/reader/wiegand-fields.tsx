import type { Capabilities } from '@lintel/contract/capabilities'
import { Card } from '@lintel/ui/card'
import { SelectField, SwitchField, TextField } from '@lintel/ui/fields'
import { useFormValues } from '@lintel/ui/form'
import type { Form } from '@lintel/ui/form'
import { useText } from '@lintel/ui/i18n'
import { optionsOf, useNames } from './names.ts'
import { coloursOf, shownFields } from './protocol-values.ts'
import type { ReaderValues } from './protocol-values.ts'

/** The lines between the reader and a controller, and what keys become. B §3 (READER-11). */
export function WiegandFields(props: {
  form: Form<ReaderValues>
  /** The device's values. */
  shown: ReaderValues
  capabilities: Partial<Capabilities>
}) {
  const { form, shown, capabilities } = props
  const text = useText()
  const names = useNames()
  const values = useFormValues(form)
  const fields = shownFields(values)
  const { SupportedColorNames: colours = [], SupportedKeypressOutputFormatWiegand: formats = [] } =
    capabilities

  return (
    <>
      <Card title={text('reader.led')} note={text('reader.led.note')}>
        <SelectField
          form={form}
          name="nbrOfLedPins"
          label={text('reader.led.pins')}
          options={['0', '1', '2'].map((value) => ({ value, label: value }))}
        />
        {(['led1Pin', 'led2Pin'] as const)
          .filter((name) => fields.has(name))
          .map((name) => (
            <PinField key={name} {...{ form, name, shown, capabilities }} />
          ))}
        {(['ledColorDefault', ...coloursOf(values.nbrOfLedPins)] as const).map((name) => (
          <SelectField
            key={name}
            form={form}
            name={name}
            label={text(`reader.${name}`)}
            options={optionsOf(colours, shown[name], (value) => names('color', value))}
          />
        ))}
      </Card>
      <Card title={text('reader.beeper.title')}>
        <SwitchField
          form={form}
          name="beeper"
          label={text('reader.beeper')}
          help={text('reader.beeper.help')}
        />
        {fields.has('beeperPin') && (
          <PinField name="beeperPin" {...{ form, shown, capabilities }} />
        )}
      </Card>
      <Card title={text('reader.keypress')}>
        <SelectField
          form={form}
          name="keypressFormat"
          label={text('reader.keypress.format')}
          help={text('reader.keypress.help')}
          options={optionsOf(formats, shown.keypressFormat, (value) => names('format', value))}
        />
        {fields.has('keypressFacilityCode') && (
          <TextField
            form={form}
            name="keypressFacilityCode"
            label={text('reader.facilityCode')}
            inputMode="numeric"
          />
        )}
      </Card>
    </>
  )
}

/** One of the inputs of the device. */
function PinField(props: {
  form: Form<ReaderValues>
  name: 'led1Pin' | 'led2Pin' | 'beeperPin'
  shown: ReaderValues
  capabilities: Partial<Capabilities>
}) {
  const { form, name, shown, capabilities } = props
  const { SupportedIOPins: pins = [] } = capabilities
  const text = useText()
  return (
    <SelectField
      form={form}
      name={name}
      label={text(`reader.${name}`)}
      options={[
        { value: '', label: text('reader.choosePin') },
        ...optionsOf(pins, shown[name] || (pins[0] ?? ''), (value) => value).filter(
          ({ value }) => value !== '',
        ),
      ]}
    />
  )
}
