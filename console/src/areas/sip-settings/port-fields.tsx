import { Card } from '@lintel/ui/card'
import { TextField } from '@lintel/ui/fields'
import { useText } from '@lintel/ui/i18n'
import type { FieldProps } from './field-props.ts'

const PORTS = ['sipPort', 'tlsPort', 'rtpPort'] as const

/** The ports, all of them different. B §2 (SIPSET-04), OPEN-72. */
export function PortFields({ form }: FieldProps) {
  const text = useText()
  return (
    <Card>
      {PORTS.map((name) => (
        <TextField
          key={name}
          form={form}
          name={name}
          label={text(`sipSettings.${name}`)}
          help={text(`sipSettings.${name}.help`)}
          inputMode="numeric"
        />
      ))}
    </Card>
  )
}
