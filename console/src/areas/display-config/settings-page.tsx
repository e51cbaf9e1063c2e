import { LANGUAGES } from '@lintel/contract/languages'
import { SLEEP_DEFAULT, SLEEP_MAX, SLEEP_MIN } from '@lintel/contract/rules/display'
import { Card } from '@lintel/ui/card'
import { RadioField, SelectField, TextField } from '@lintel/ui/fields'
import { SettingsForm, useFieldValue } from '@lintel/ui/form'
import { useText } from '@lintel/ui/i18n'
import { SaveBar } from '@lintel/ui/save-bar'
import { showToast } from '@lintel/ui/toast'
import { ChangedNotice } from '../../app/stored/changed-notice.tsx'
import { useStoredForm } from '../../app/stored/stored-form.ts'
import { DisplayTab } from './display-tab.tsx'
import type { DisplayProps } from './display-tab.tsx'
import { checkSettings } from './display-values.ts'
import { settingsSetting } from './queries.ts'

/** The language of the display, and when it sleeps. B §2. */
export function SettingsPage() {
  return <DisplayTab>{(props) => <DisplaySettingsForm {...props} />}</DisplayTab>
}

/** The name of a language for itself. */
const languageName = (language: string): string =>
  LANGUAGES.find(({ name }) => name === language)?.ownName ?? language

function DisplaySettingsForm({ state, display }: DisplayProps) {
  const text = useText()
  const { form, changed, shown } = useStoredForm(settingsSetting, {
    state,
    check: (values) => ({ errors: checkSettings(values, state) }),
    onSaved: () => showToast({ status: 'ok', text: text('displayConfig.saved') }),
  })
  const mode = useFieldValue(form, 'sleepModeSetting')
  // The device may speak a language that it doesn't offer.
  const languages = new Set([...display.supportedLanguages, shown.language].filter(Boolean))
  return (
    <SettingsForm form={form} label={text('displayConfig.tab.settings')}>
      {changed && <ChangedNotice />}
      <Card label={text('displayConfig.tab.settings')}>
        <SelectField
          form={form}
          name="language"
          label={text('displayConfig.language')}
          options={Array.from(languages, (value) => ({ value, label: languageName(value) }))}
        />
        <RadioField
          form={form}
          name="sleepModeSetting"
          label={text('displayConfig.sleepMode')}
          help={text('displayConfig.sleepMode.help')}
          options={[
            {
              value: 'default',
              label: text('displayConfig.sleepMode.default', { seconds: SLEEP_DEFAULT }),
            },
            { value: 'custom', label: text('displayConfig.sleepMode.custom') },
          ]}
        />
        {mode === 'custom' && (
          <TextField
            form={form}
            name="sleepSeconds"
            label={text('displayConfig.sleepSeconds', { min: SLEEP_MIN, max: SLEEP_MAX })}
            inputMode="numeric"
          />
        )}
      </Card>
      <SaveBar form={form} />
    </SettingsForm>
  )
}
