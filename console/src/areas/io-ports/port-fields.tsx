import { opensDoor } from '@lintel/contract/doors'
import { Card } from '@lintel/ui/card'
import { CheckboxField, RadioField, SelectField, TextField } from '@lintel/ui/fields'
import { useFieldValue } from '@lintel/ui/form'
import type { Form } from '@lintel/ui/form'
import { useText } from '@lintel/ui/i18n'
import { useEffect, useRef } from 'react'
import styles from './port-fields.module.css'
import { proposedPulse, pulses } from './port-settings.ts'
import type { PortValues } from './port-settings.ts'
import type { IoPort } from './ports.ts'

const BUTTONS = ['none', 'pulse', 'actinact'] as const
const MODES = ['bistable', 'monostable'] as const
const CIRCUITS = ['open', 'closed'] as const

/** The fields of a port for the selected direction. A §3 I/O port. */
export function PortFields(props: {
  form: Form<PortValues>
  port: IoPort
  /** Whether outputs can have a button in the live view. */
  liveView: boolean
}) {
  const { form, port, liveView } = props
  const text = useText()
  const direction = useFieldValue(form, 'direction')
  const isOutput = direction === 'output'
  const isDoor = isOutput && opensDoor(port)
  // Of an output with a door, what it means for the door.
  const kind = isDoor ? 'door' : direction
  const directionField = (
    <RadioField
      form={form}
      name="direction"
      label={text('ioPorts.direction')}
      help={port.configurable ? undefined : text('ioPorts.direction.fixed')}
      disabled={!port.configurable}
      options={(['input', 'output'] as const).map((value) => ({
        value,
        label: text(`ioPorts.direction.${value}`),
      }))}
    />
  )
  return (
    <>
      <Card title={text('ioPorts.general')}>
        {port.configurable && directionField}
        <TextField
          key={`${direction}Name`}
          form={form}
          name={isOutput ? 'outputName' : 'inputName'}
          label={text('ui.name')}
        />
        <TextField
          form={form}
          name="usage"
          label={text('ioPorts.usage')}
          help={text('ioPorts.usage.help')}
          optional
        />
        <RadioField
          key={`${direction}Normal`}
          form={form}
          name={isOutput ? 'outputNormal' : 'inputNormal'}
          label={text('ioPorts.normal')}
          help={text(`ioPorts.normal.help.${kind}`)}
          options={CIRCUITS.map((value) => ({
            value,
            label: text(`ioPorts.normal.${value}`),
            help: text(`ioPorts.normal.${value}.${kind}`),
          }))}
        />
        {/* What can't be changed comes last. */}
        {!port.configurable && directionField}
      </Card>
      {isOutput && <OutputFields form={form} isDoor={isDoor} />}
      {isOutput && liveView && (
        <Card title={text('ioPorts.liveView')} note={text('ioPorts.liveView.note')}>
          <CheckboxField form={form} name="liveView" label={text('ioPorts.liveView.show')} />
          <SelectField
            form={form}
            name="button"
            label={text('ioPorts.button')}
            options={BUTTONS.map((value) => ({ value, label: text(`ioPorts.button.${value}`) }))}
          />
        </Card>
      )}
    </>
  )
}

/** Fields that only outputs have. */
function OutputFields({ form, isDoor }: { form: Form<PortValues>; isDoor: boolean }) {
  const text = useText()
  const mode = useFieldValue(form, 'mode')
  const button = useFieldValue(form, 'button')
  const pulsing = pulses({ mode, button })
  useProposedPulse(form, pulsing)
  return (
    <Card title={text('ioPorts.direction.output')}>
      <RadioField
        form={form}
        name="mode"
        label={text('ioPorts.mode')}
        options={MODES.map((value) => ({
          value,
          label: text(`ioPorts.mode.${value}`),
          help: text(`ioPorts.mode.${value}.${isDoor ? 'door' : 'help'}`),
        }))}
      />
      {pulsing && (
        <Seconds
          form={form}
          name="pulseTime"
          label={text('ioPorts.pulseTime')}
          help={text(isDoor ? 'ioPorts.pulseTime.help.door' : 'ioPorts.pulseTime.help')}
        />
      )}
      <Seconds
        form={form}
        name="delayTime"
        label={text('ioPorts.delayTime')}
        help={text('ioPorts.delayTime.help')}
      />
    </Card>
  )
}

/** Proposes a length once the output is to pulse, and takes it back when it no longer is. */
function useProposedPulse({ methods }: Form<PortValues>, pulsing: boolean): void {
  const before = useRef(pulsing)
  const { getValues, setValue, resetField } = methods
  useEffect(() => {
    if (before.current === pulsing) return
    before.current = pulsing
    if (pulsing) {
      setValue('pulseTime', proposedPulse(getValues('pulseTime')), { shouldDirty: true })
    } else {
      resetField('pulseTime')
    }
  }, [pulsing, getValues, setValue, resetField])
}

function Seconds(props: {
  form: Form<PortValues>
  name: 'pulseTime' | 'delayTime'
  label: string
  help: string
}) {
  const text = useText()
  return (
    <TextField
      {...props}
      inputMode="decimal"
      mono
      action={
        <span className={styles['unit']} aria-hidden="true">
          {text('ioPorts.seconds')}
        </span>
      }
    />
  )
}
