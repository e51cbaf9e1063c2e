import { Card, Row } from '@lintel/ui/card'
import { SelectField, SwitchField } from '@lintel/ui/fields'
import { SettingsForm, useFieldValue } from '@lintel/ui/form'
import type { Form } from '@lintel/ui/form'
import { useText } from '@lintel/ui/i18n'
import { SaveBar } from '@lintel/ui/save-bar'
import { showToast } from '@lintel/ui/toast'
import { ChangedNotice } from '../../app/stored/changed-notice.tsx'
import { useStoredForm } from '../../app/stored/stored-form.ts'
import type { AudioState } from './audio-state.ts'
import { AudioTab } from './audio-tab.tsx'
import { duplexWarning } from './duplex.ts'
import { EncodingCard } from './encoding-card.tsx'
import { GainField } from './gain-field.tsx'
import { LevelMeter } from './level-meter.tsx'
import { useValueNames } from './names.ts'
import { inputSetting } from './queries.ts'
import type { InputValues } from './queries.ts'
import { UnusedNotice } from './unused-notice.tsx'

/** What the device hears, how loud that is, and how it is sent. B §2 Audio. */
export const InputPage = () => <AudioTab>{(state) => <InputForm state={state} />}</AudioTab>

function InputForm({ state }: { state: AudioState }) {
  const text = useText()
  const { form, shown, changed } = useStoredForm(inputSetting, {
    state,
    check: (values) => ({
      errors: {},
      warnings: { inputGain: duplexWarning(values, state, ['input']) },
    }),
    onSaved: () => showToast({ status: 'ok', text: text('audio.saved') }),
  })
  const { present } = state
  const treatments = (['noiseCancellation', 'echoCancellation'] as const).filter((name) =>
    present.has(name),
  )
  return (
    <SettingsForm form={form} label={text('audio.input')}>
      {changed && <ChangedNotice />}
      <UnusedNotice part="input" state={state} />
      <Card label={text('audio.input')}>
        {present.has('source') && <SourceFields form={form} state={state} />}
        {present.has('inputGain') && (
          <GainField
            form={form}
            name="inputGain"
            label={text('audio.inputGain')}
            range={state.gains.inputGain}
          />
        )}
        <Row name={text('audio.level')} help={text('audio.level.help')}>
          <LevelMeter />
        </Row>
        {treatments.map((name) => (
          <SwitchField
            key={name}
            form={form}
            name={name}
            label={text(`audio.${name}`)}
            help={text(`audio.${name}.help`)}
          />
        ))}
      </Card>
      {present.has('encoding') && <EncodingCard form={form} state={state} now={shown.encoding} />}
      <SaveBar form={form} />
    </SettingsForm>
  )
}

/** Where sound comes from. Only an external microphone takes power from the device. */
function SourceFields({ form, state }: { form: Form<InputValues>; state: AudioState }) {
  const text = useText()
  const nameOf = useValueNames()
  const source = useFieldValue(form, 'source')
  return (
    <>
      <SelectField
        form={form}
        name="source"
        label={text('audio.source')}
        options={state.inputTypes.map((value) => ({ value, label: nameOf('source', value) }))}
      />
      {source === 'mic' && state.present.has('microphonePower') && (
        <SwitchField
          form={form}
          name="microphonePower"
          label={text('audio.microphonePower')}
          help={text('audio.microphonePower.help')}
        />
      )}
    </>
  )
}
