import type { VideoSource } from '@lintel/contract/video-output'
import { Card } from '@lintel/ui/card'
import { SelectField, SwitchField } from '@lintel/ui/fields'
import { SettingsForm } from '@lintel/ui/form'
import { useText } from '@lintel/ui/i18n'
import { Notice } from '@lintel/ui/notice'
import { PageHead } from '@lintel/ui/page-head'
import { SaveBar } from '@lintel/ui/save-bar'
import { showToast } from '@lintel/ui/toast'
import { useQuery } from '@tanstack/react-query'
import { QueryView } from '../../app/query-view.tsx'
import { ChangedNotice } from '../../app/stored/changed-notice.tsx'
import { useStoredForm } from '../../app/stored/stored-form.ts'
import { checkHdmi, offeredSources } from './hdmi-values.ts'
import type { HdmiState } from './hdmi-values.ts'
import { hdmiSetting } from './queries.ts'

/** What a screen at the HDMI output shows. B §2. */
export function HdmiPage() {
  const text = useText()
  const query = useQuery(hdmiSetting.query)
  return (
    <>
      <PageHead title={text('pages.hdmi')} note={text('hdmi.note')} />
      <QueryView query={query}>{(state) => <HdmiForm state={state} />}</QueryView>
    </>
  )
}

function HdmiForm({ state }: { state: HdmiState }) {
  const text = useText()
  const nameOf = useSourceName()
  const { form, changed, partly } = useStoredForm(hdmiSetting, {
    state,
    check: (values) => ({ errors: checkHdmi(values, state) }),
    onSaved: () => showToast({ status: 'ok', text: text('hdmi.saved') }),
  })
  return (
    <SettingsForm form={form} label={text('pages.hdmi')}>
      {changed && <ChangedNotice />}
      {partly && (
        <Notice status="warn" title={text('hdmi.half')}>
          {text('hdmi.half.next')}
        </Notice>
      )}
      <Card title={text('hdmi.picture')}>
        <SelectField
          form={form}
          name="source"
          label={text('hdmi.source')}
          options={offeredSources(state).map((source) => ({
            value: source.Id,
            label: source.offered
              ? nameOf(source)
              : text('hdmi.source.current', { name: nameOf(source) }),
            disabled: !source.offered,
          }))}
        />
        <SelectField
          form={form}
          name="rotation"
          label={text('hdmi.rotation')}
          help={text('hdmi.rotation.help')}
          options={state.rotations.map(({ Degrees }) => ({
            value: Degrees,
            label: text('hdmi.degrees', { degrees: Degrees }),
          }))}
        />
        <SwitchField
          form={form}
          name="mirroring"
          label={text('hdmi.mirroring')}
          help={text('hdmi.mirroring.help')}
        />
      </Card>
      <SaveBar form={form} />
    </SettingsForm>
  )
}

/** The names that devices give to sources by themselves, which are translated. */
const NAMES = {
  'View Area 1': 'hdmi.source.camera',
  Display: 'hdmi.source.display',
  'All views': 'hdmi.source.all',
} as const

function useSourceName(): (source: VideoSource) => string {
  const text = useText()
  return ({ Name }) => (Object.hasOwn(NAMES, Name) ? text(NAMES[Name as keyof typeof NAMES]) : Name)
}
