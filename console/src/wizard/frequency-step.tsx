import { useFaultText } from '@lintel/ui/fault-text'
import { RadioField } from '@lintel/ui/fields'
import { SettingsForm, useSettingsForm } from '@lintel/ui/form'
import { useText } from '@lintel/ui/i18n'
import { Notice } from '@lintel/ui/notice'
import type { Frequency } from './draft.ts'
import type { WizardState } from './machine.ts'
import { Footer, FooterButton, Question } from './question.tsx'
import type { Wizard } from './wizard.ts'

/** The mains frequency, stored at once: the camera follows it from now on. */
export function FrequencyStep({ wizard, state }: { wizard: Wizard; state: WizardState }) {
  const text = useText()
  const faultText = useFaultText()
  const form = useSettingsForm<{ frequency: Frequency }>({
    values: { frequency: state.frequency },
    save: ({ frequency }) => wizard.storeFrequency(frequency),
  })
  const title = text('wizard.frequency.title')
  return (
    <Question title={title} note={text('wizard.frequency.note')}>
      <SettingsForm form={form} label={title} layout="stack">
        {state.fault && !form.failure && (
          <Notice status="crit" title={text('ui.notSaved')}>
            {faultText(state.fault)}
          </Notice>
        )}
        <RadioField
          form={form}
          name="frequency"
          label={text('wizard.frequency')}
          help={text('wizard.frequency.help')}
          options={[
            { value: '50Hz', label: text('wizard.frequency.50') },
            { value: '60Hz', label: text('wizard.frequency.60') },
          ]}
        />
        <Footer>
          <FooterButton
            onClick={() => wizard.previous(form.methods.getValues())}
            disabled={form.saving || state.busy}
          >
            {text('wizard.previous')}
          </FooterButton>
          <FooterButton kind="primary" type="submit" busy={form.saving || state.busy}>
            {text('ui.continue')}
          </FooterButton>
        </Footer>
      </SettingsForm>
    </Question>
  )
}
