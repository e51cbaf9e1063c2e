import { removeWelcomeImage, uploadWelcomeImage } from '@lintel/contract/calls/display-image'
import { DeviceFault } from '@lintel/contract/fault'
import { problem } from '@lintel/contract/rules/problem'
import { Card } from '@lintel/ui/card'
import { ConfirmDialog } from '@lintel/ui/dialog'
import { RadioField, SwitchField, TextField } from '@lintel/ui/fields'
import { setInput, SettingsForm, useFieldValue } from '@lintel/ui/form'
import type { Form } from '@lintel/ui/form'
import { useText } from '@lintel/ui/i18n'
import { SaveBar } from '@lintel/ui/save-bar'
import { showToast } from '@lintel/ui/toast'
import { useState } from 'react'
import { hasPinKeypad } from '../../app/conditions.ts'
import { ImageField } from '../../app/image/image-field.tsx'
import { ChangedNotice } from '../../app/stored/changed-notice.tsx'
import { useStoredForm } from '../../app/stored/stored-form.ts'
import { useViewpoint } from '../../app/viewpoint.ts'
import { DisplayTab } from './display-tab.tsx'
import type { DisplayProps } from './display-tab.tsx'
import { checkScreen } from './display-values.ts'
import type { ScreenValues } from './display-values.ts'
import { OrderCard } from './order-card.tsx'
import { screenSetting } from './queries.ts'
import { ReceptionField } from './reception-field.tsx'

/** The home screen: logo or text, buttons, reception, and the order of the organisations. B §2. */
export function ScreenPage() {
  return (
    <DisplayTab>
      {(props) => (
        <>
          <ScreenForm {...props} />
          <OrderCard />
        </>
      )}
    </DisplayTab>
  )
}

function ScreenForm({ state, display }: DisplayProps) {
  const text = useText()
  const hasPins = hasPinKeypad(useViewpoint())
  const {
    form: stored,
    changed,
    partly,
  } = useStoredForm(screenSetting, {
    state,
    check: (values) => ({ errors: checkScreen(values, display.welcomeImage) }),
    onSaved: () => showToast({ status: 'ok', text: text('displayConfig.saved') }),
  })
  const form = withImageLeft(stored, partly)
  return (
    <SettingsForm form={form} label={text('displayConfig.tab.screen')}>
      {changed && <ChangedNotice />}
      <WelcomeCard form={form} stored={display.welcomeImage} />
      <Card title={text('displayConfig.buttons')}>
        <SwitchField
          form={form}
          name="showContactButtonHomeScreen"
          label={text('displayConfig.showContacts')}
          help={text('displayConfig.showContacts.help')}
        />
        {hasPins === true && (
          <SwitchField
            form={form}
            name="showButtonKeypad"
            label={text('displayConfig.showKeypad')}
            help={text('displayConfig.showKeypad.help')}
          />
        )}
        {display.receptionCallGroup !== undefined && <ReceptionField form={form} />}
      </Card>
      <SaveBar form={form} />
    </SettingsForm>
  )
}

/** @param stored the address of the image on the device; empty for none */
function WelcomeCard({ form, stored }: { form: Form<ScreenValues>; stored: string }) {
  const text = useText()
  const type = useFieldValue(form, 'homeScreenType')
  const [removing, setRemoving] = useState(false)
  return (
    <Card title={text('displayConfig.home')}>
      <RadioField
        form={form}
        name="homeScreenType"
        label={text('displayConfig.type')}
        options={[
          { value: 'text', label: text('displayConfig.type.text') },
          { value: 'logo', label: text('displayConfig.type.logo') },
        ]}
      />
      {type === 'text' ? (
        <>
          <TextField
            form={form}
            name="welcomeText"
            label={text('displayConfig.welcomeText')}
            help={text('displayConfig.welcomeText.help')}
            autoComplete="off"
          />
          <TextField
            form={form}
            name="subtext"
            label={text('displayConfig.subtext')}
            autoComplete="off"
          />
        </>
      ) : (
        <ImageField
          form={form}
          version={stored}
          label={text('displayConfig.image')}
          onRemove={() => setRemoving(true)}
        />
      )}
      <ConfirmDialog
        open={removing}
        title={text('displayConfig.removeTitle')}
        body={text('displayConfig.removeBody')}
        confirm={text('image.remove')}
        danger
        onClose={() => setRemoving(false)}
        onConfirm={() => {
          setRemoving(false)
          setInput(form, 'image', '')
        }}
      />
    </Card>
  )
}

const IMAGE_CALLS: readonly string[] = [uploadWelcomeImage.id, removeWelcomeImage.id]

/** The form, which says after a save that failed half-way that the image is left. */
function withImageLeft(form: Form<ScreenValues>, partly: boolean): Form<ScreenValues> {
  const { failure } = form
  const isImage = failure?.fault instanceof DeviceFault && IMAGE_CALLS.includes(failure.fault.call)
  if (!partly || !failure || !isImage) return form
  return { ...form, failure: { ...failure, problem: problem('displayConfig.imageLeft') } }
}
