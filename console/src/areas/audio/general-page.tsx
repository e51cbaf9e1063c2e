import { Card } from '@lintel/ui/card'
import { RadioField, SwitchField } from '@lintel/ui/fields'
import { SettingsForm } from '@lintel/ui/form'
import { useHasText, useText } from '@lintel/ui/i18n'
import { SaveBar } from '@lintel/ui/save-bar'
import { showToast } from '@lintel/ui/toast'
import { role } from '../../app/session/me.ts'
import { ChangedNotice } from '../../app/stored/changed-notice.tsx'
import { useStoredForm } from '../../app/stored/stored-form.ts'
import type { AudioState } from './audio-state.ts'
import { AudioTab } from './audio-tab.tsx'
import { ChannelsField } from './channels-field.tsx'
import { duplexWarning } from './duplex.ts'
import { useValueNames } from './names.ts'
import { directionSetting } from './queries.ts'
import { SpeakerCard } from './speaker-card.tsx'

/** The test of the speaker, whether there is sound, and in which direction it goes. B §2 Audio. */
export function GeneralPage() {
  return (
    <AudioTab>
      {(state) => (
        <>
          {role() === 'admin' && state.speakerAutomaticTest && <SpeakerCard />}
          <DirectionForm state={state} />
        </>
      )}
    </AudioTab>
  )
}

function DirectionForm({ state }: { state: AudioState }) {
  const text = useText()
  const hasText = useHasText()
  const nameOf = useValueNames()
  const { form, changed } = useStoredForm(directionSetting, {
    state,
    check: (values) => ({
      errors: {},
      warnings: { duplexMode: duplexWarning(values, state) },
    }),
    onSaved: () => showToast({ status: 'ok', text: text('audio.saved') }),
  })
  const { present } = state
  const helpOf = (mode: string) => {
    const id = `audio.duplexMode.${mode}.help`
    return hasText(id) ? { help: text(id) } : {}
  }
  const title = text('audio.duplex')
  return (
    <SettingsForm form={form} label={title}>
      {changed && <ChangedNotice />}
      <Card title={title}>
        {present.has('enabled') && (
          <SwitchField
            form={form}
            name="enabled"
            label={text('audio.enabled')}
            help={text('audio.enabled.help')}
          />
        )}
        {present.has('duplexMode') && (
          <RadioField
            form={form}
            name="duplexMode"
            label={text('audio.duplexMode')}
            options={state.duplexModes.map((value) => ({
              value,
              label: nameOf('duplexMode', value),
              ...helpOf(value),
            }))}
          />
        )}
        {present.has('duplexModeChannels') && (
          <ChannelsField
            form={form}
            name="duplexModeChannels"
            label={text('audio.duplexModeChannels')}
            help={text('audio.duplexModeChannels.help')}
            counts={state.channels.duplexModeChannels}
          />
        )}
      </Card>
      <SaveBar form={form} />
    </SettingsForm>
  )
}
