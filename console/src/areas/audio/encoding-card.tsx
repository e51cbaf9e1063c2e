import { Button } from '@lintel/ui/button'
import { Card } from '@lintel/ui/card'
import { faultProblem, useFaultText } from '@lintel/ui/fault-text'
import { SelectField } from '@lintel/ui/fields'
import type { Form } from '@lintel/ui/form'
import { useText } from '@lintel/ui/i18n'
import { Notice } from '@lintel/ui/notice'
import { useQuery } from '@tanstack/react-query'
import type { AudioState } from './audio-state.ts'
import { ChannelsField } from './channels-field.tsx'
import { encodingOptions } from './encodings.ts'
import { encodersQuery } from './queries.ts'
import type { InputValues } from './queries.ts'

/**
 * How sound is sent to clients. While the device's encoders are unknown, only what is set can be
 * chosen.
 */
export function EncodingCard(props: {
  form: Form<InputValues>
  state: AudioState
  /** What is set. */
  now: string
}) {
  const { form, state, now } = props
  const text = useText()
  const faultText = useFaultText()
  const { data: encoders, error, refetch } = useQuery(encodersQuery)
  const isUnknown = faultProblem(error).id === 'ui.fault.refused'
  return (
    <Card title={text('audio.encoding.title')} note={text('audio.encoding.note')}>
      {error && (
        <Notice
          status="warn"
          title={text('audio.encoding.failed')}
          action={<Button onClick={() => void refetch()}>{text('ui.retry')}</Button>}
        >
          {isUnknown ? text('audio.unknownError') : faultText(error)}
        </Notice>
      )}
      <SelectField
        form={form}
        name="encoding"
        label={text('audio.encoding')}
        options={encodingOptions(encoders ?? [], now, text)}
      />
      {state.present.has('nbrOfChannels') && (
        <ChannelsField
          form={form}
          name="nbrOfChannels"
          label={text('audio.nbrOfChannels')}
          counts={state.channels.nbrOfChannels}
        />
      )}
    </Card>
  )
}
