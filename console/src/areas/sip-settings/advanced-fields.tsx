import { Card } from '@lintel/ui/card'
import { SelectField, SwitchField, TextField } from '@lintel/ui/fields'
import { useFieldValue } from '@lintel/ui/form'
import type { Form } from '@lintel/ui/form'
import { useText } from '@lintel/ui/i18n'
import { useEffect, useRef } from 'react'
import { CodecList } from './codec-list.tsx'
import type { FieldProps } from './field-props.ts'
import { useHelp } from './help.tsx'
import type { SipState, SipValues } from './settings.ts'

/** B §9. */
const DIRECTIONS = ['inactive', 'sendonly', 'recvonly', 'sendrecv'] as const
const PACKETIZATIONS = ['auto', 'none', 'mode0', 'mode1'] as const

/** The attributes, and the codecs. B §2 (SIPSET-06, SIPSET-07, SIPSET-09). */
export function AdvancedFields(props: FieldProps & { endless: boolean }) {
  const { form, state, shown, endless } = props
  const text = useText()
  const help = useHelp(state)
  const directions = DIRECTIONS.map((value) => ({
    value,
    label: text(`sipSettings.direction.${value}`),
  }))
  return (
    <>
      <Card>
        {shown.has('MaxCallDuration') && <Duration form={form} state={state} endless={endless} />}
        {shown.has('RegistrationInterval') && (
          <TextField
            form={form}
            name="interval"
            label={text('sipSettings.interval')}
            help={text('sipSettings.interval.help')}
            inputMode="numeric"
          />
        )}
      </Card>
      {state.supported.length > 0 && <CodecList form={form} state={state} />}
      <Card>
        {shown.has('AudioDirection') && (
          <SelectField
            form={form}
            name="audioDirection"
            label={text('sipSettings.audioDirection')}
            {...help('AudioDirection')}
            options={directions}
          />
        )}
        {shown.has('DisableViaRewrite') && (
          <SwitchField
            form={form}
            name="viaRewrite"
            label={text('sipSettings.viaRewrite')}
            help={text('sipSettings.viaRewrite.help')}
          />
        )}
        {shown.has('DisableContactRewrite') && (
          <SwitchField
            form={form}
            name="contactRewrite"
            label={text('sipSettings.contactRewrite')}
            help={text('sipSettings.contactRewrite.help')}
          />
        )}
        {shown.has('DisableTCPSwitch') && (
          <SwitchField
            form={form}
            name="noTcpSwitch"
            label={text('sipSettings.noTcpSwitch')}
            help={text('sipSettings.noTcpSwitch.help')}
          />
        )}
        {shown.has('TelephoneEventPayloadType') && (
          <TextField
            form={form}
            name="payloadType"
            label={text('sipSettings.payloadType')}
            help={text('sipSettings.payloadType.help')}
            inputMode="numeric"
          />
        )}
        {shown.has('H264PacketizationMode') && (
          <SelectField
            form={form}
            name="packetization"
            label={text('sipSettings.packetization')}
            {...help('H264PacketizationMode')}
            options={PACKETIZATIONS.map((value) => ({
              value,
              label: text(`sipSettings.packetization.${value}`),
            }))}
          />
        )}
        {shown.has('VideoDirection') && (
          <SelectField
            form={form}
            name="videoDirection"
            label={text('sipSettings.videoDirection')}
            {...help('VideoDirection')}
            options={directions}
          />
        )}
      </Card>
    </>
  )
}

/** How long a call may last. Without end, the device stores 0 (SIPSET-08). */
function Duration(props: { form: Form<SipValues>; state: SipState; endless: boolean }) {
  const { form, state, endless: canBeEndless } = props
  const text = useText()
  const endless = useFieldValue(form, 'endless')
  useEndless(form, state, canBeEndless)
  return (
    <>
      <TextField
        form={form}
        name="maxDuration"
        label={text('sipSettings.maxDuration')}
        help={text('sipSettings.maxDuration.help')}
        inputMode="numeric"
        readOnly={canBeEndless && endless}
      />
      {canBeEndless && (
        <SwitchField form={form} name="endless" label={text('sipSettings.endless')} />
      )}
    </>
  )
}

/** Writes 0 into the field of an endless call, and what it was, or the default, when it ends again. */
function useEndless(
  form: Form<SipValues>,
  { attributes }: Pick<SipState, 'attributes'>,
  canBeEndless: boolean,
): void {
  const { getValues, setValue } = form.methods
  const endless = useFieldValue(form, 'endless')
  const before = useRef<string>(undefined)
  const usual = attributes.find(({ Name }) => Name === 'MaxCallDuration')?.Default ?? ''
  useEffect(() => {
    const typed = getValues('maxDuration')
    if (!canBeEndless || endless === (typed === '0')) return
    if (endless) before.current = typed
    const value = endless ? '0' : (before.current ?? usual)
    setValue('maxDuration', value, { shouldDirty: true, shouldValidate: true })
  }, [endless, canBeEndless, usual, getValues, setValue])
}
