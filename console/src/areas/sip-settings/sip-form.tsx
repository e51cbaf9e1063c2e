import { SettingsForm, useFieldValue, useWrongFields } from '@lintel/ui/form'
import { useText } from '@lintel/ui/i18n'
import { Notice } from '@lintel/ui/notice'
import { SaveBar } from '@lintel/ui/save-bar'
import { Tabs } from '@lintel/ui/tabs'
import { showToast } from '@lintel/ui/toast'
import { useMemo } from 'react'
import { flushSync } from 'react-dom'
import { hasTwoWayVideo, isAudio, isDoorstation } from '../../app/conditions.ts'
import { usePart } from '../../app/routing/use-part.ts'
import { ChangedNotice } from '../../app/stored/changed-notice.tsx'
import { useStoredForm } from '../../app/stored/stored-form.ts'
import { useViewpoint } from '../../app/viewpoint.ts'
import { AdvancedFields } from './advanced-fields.tsx'
import { CallFields } from './call-fields.tsx'
import { NatFields } from './nat-fields.tsx'
import { PARTS, partsWith } from './part.ts'
import type { Part } from './part.ts'
import { PortFields } from './port-fields.tsx'
import { sipSetting } from './queries.ts'
import { checkSip, shownAttributes } from './settings.ts'
import type { SipState } from './settings.ts'

/** The settings of SIP in tabs, saved as a whole. B §2, B §4. */
export function SipForm({ state }: { state: SipState }) {
  const text = useText()
  const viewpoint = useViewpoint()
  const parts = {
    twoWayVideo: hasTwoWayVideo(viewpoint),
    endless: isAudio(viewpoint),
    video: isDoorstation(viewpoint),
  }
  const shown = shownAttributes(state, parts)
  const { twoWayVideo, endless, video } = parts
  const setting = useMemo(
    () => sipSetting({ twoWayVideo, endless, video }),
    [twoWayVideo, endless, video],
  )
  const { form, changed, partly } = useStoredForm(setting, {
    state,
    check: (typed) => checkSip(typed, state, shown, parts),
    onSaved: () => showToast({ status: 'ok', text: text('sipSettings.saved') }),
  })
  const [part, setPart] = usePart<Part>('calls', partsWith)
  const wrong = partsWith(useWrongFields(form))
  const enabled = useFieldValue(form, 'enabled')

  /** Opens the tab of the first error, so that it can be focused. */
  function submit() {
    const found = partsWith(Object.keys(form.check(form.methods.getValues()).errors))
    const [first] = found
    if (first !== undefined && !found.includes(part)) flushSync(() => setPart(first))
    form.submit()
  }

  const fields = { form, state, shown }
  return (
    <Tabs
      label={text('pages.sipSettings')}
      value={part}
      onChange={setPart}
      items={PARTS.map((value) => ({
        value,
        label: text(value === 'calls' ? 'pages.sipSettings' : `sipSettings.part.${value}`),
        wrong: wrong.includes(value),
      }))}
    >
      <SettingsForm form={{ ...form, submit }} label={text('pages.sipSettings')}>
        {changed && <ChangedNotice />}
        {partly && (
          <Notice status="warn" title={text('sipSettings.half.title')}>
            {text('sipSettings.half')}
          </Notice>
        )}
        {!enabled && (
          <Notice status="info" title={text('ui.sipDisabled')}>
            {text('sipSettings.off.next')}
          </Notice>
        )}
        {part === 'calls' && <CallFields {...fields} />}
        {part === 'ports' && <PortFields {...fields} />}
        {part === 'nat' && <NatFields {...fields} />}
        {part === 'advanced' && <AdvancedFields {...fields} endless={endless} />}
        <SaveBar form={form} />
      </SettingsForm>
    </Tabs>
  )
}
