import { Card } from '@lintel/ui/card'
import { SettingsForm } from '@lintel/ui/form'
import { useText } from '@lintel/ui/i18n'
import { SaveBar } from '@lintel/ui/save-bar'
import { showToast } from '@lintel/ui/toast'
import { ChangedNotice } from '../../app/stored/changed-notice.tsx'
import { useStoredForm } from '../../app/stored/stored-form.ts'
import type { AudioState } from './audio-state.ts'
import { AudioTab } from './audio-tab.tsx'
import { duplexWarning } from './duplex.ts'
import { GainField } from './gain-field.tsx'
import { OUTPUT_FIELDS, outputSetting } from './queries.ts'
import { UnusedNotice } from './unused-notice.tsx'

/** How loud each output is. B §2 Audio. */
export const OutputPage = () => <AudioTab>{(state) => <OutputForm state={state} />}</AudioTab>

function OutputForm({ state }: { state: AudioState }) {
  const text = useText()
  const { form, changed } = useStoredForm(outputSetting, {
    state,
    check: (values) => ({
      errors: {},
      warnings: { outputGain: duplexWarning(values, state, ['output']) },
    }),
    onSaved: () => showToast({ status: 'ok', text: text('audio.saved') }),
  })
  const title = text('audio.output')
  return (
    <SettingsForm form={form} label={title}>
      {changed && <ChangedNotice />}
      <UnusedNotice part="output" state={state} />
      <Card title={title} note={text('audio.output.note')}>
        {OUTPUT_FIELDS.filter((name) => state.present.has(name)).map((name) => (
          <GainField
            key={name}
            form={form}
            name={name}
            label={text(`audio.${name}`)}
            range={state.gains[name]}
          />
        ))}
      </Card>
      <SaveBar form={form} />
    </SettingsForm>
  )
}
