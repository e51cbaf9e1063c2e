import { Card } from '@lintel/ui/card'
import { SwitchField, TextField } from '@lintel/ui/fields'
import { useText } from '@lintel/ui/i18n'
import type { FieldProps } from './field-props.ts'
import { useHelp } from './help.tsx'

/** Whether and how long the device calls and rings. B §2 (SIPSET-02). */
export function CallFields({ form, state, shown }: FieldProps) {
  const text = useText()
  const help = useHelp(state)
  return (
    <Card>
      <SwitchField form={form} name="enabled" label={text('sipSettings.enabled')} />
      <TextField
        form={form}
        name="callingTimeout"
        label={text('sipSettings.callingTimeout')}
        help={text('sipSettings.callingTimeout.help')}
        inputMode="numeric"
      />
      {shown.has('VideoRelayEnabled') && (
        <SwitchField
          form={form}
          name="twoWayVideo"
          label={text('sipSettings.twoWayVideo')}
          {...help('VideoRelayEnabled', text('sipSettings.twoWayVideo.help'))}
        />
      )}
      <SwitchField
        form={form}
        name="allowIncoming"
        label={text('sipSettings.allowIncoming')}
        help={text('sipSettings.allowIncoming.help')}
      />
      <TextField
        form={form}
        name="answeringTimeout"
        label={text('sipSettings.answeringTimeout')}
        help={text('sipSettings.answeringTimeout.help')}
        inputMode="numeric"
      />
    </Card>
  )
}
