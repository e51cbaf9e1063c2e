import { Card } from '@lintel/ui/card'
import { RadioField } from '@lintel/ui/fields'
import { SettingsForm } from '@lintel/ui/form'
import { useText } from '@lintel/ui/i18n'
import { SaveBar } from '@lintel/ui/save-bar'
import { showToast } from '@lintel/ui/toast'
import { role } from '../../app/session/me.ts'
import { ChangedNotice } from '../../app/stored/changed-notice.tsx'
import { useStoredForm } from '../../app/stored/stored-form.ts'
import type { AudioState } from './audio-state.ts'
import { AudioTab } from './audio-tab.tsx'
import { duplexWarning } from './duplex.ts'
import { duplexSetting } from './queries.ts'
import { SpeakerCard } from './speaker-card.tsx'

/** The test of the speaker, and in which direction sound goes. B §2 Audio. */
export function GeneralPage() {
  return (
    <AudioTab>
      {(state) => (
        <>
          {role() === 'admin' && <SpeakerCard />}
          <DuplexForm state={state} />
        </>
      )}
    </AudioTab>
  )
}

function DuplexForm({ state }: { state: AudioState }) {
  const text = useText()
  const { form, changed } = useStoredForm(duplexSetting, {
    state,
    check: (values) => ({
      errors: {},
      warnings: { duplexMode: duplexWarning(values, state) },
    }),
    onSaved: () => showToast({ status: 'ok', text: text('audio.saved') }),
  })
  const title = text('audio.duplex')
  return (
    <SettingsForm form={form} label={title}>
      {changed && <ChangedNotice />}
      <Card title={title}>
        <RadioField
          form={form}
          name="duplexMode"
          label={text('audio.duplexMode')}
          options={state.duplexModes.map((value) => ({
            value,
            label: text(`audio.duplexMode.${value}`),
            help: text(`audio.duplexMode.${value}.help`),
          }))}
        />
      </Card>
      <SaveBar form={form} />
    </SettingsForm>
  )
}
