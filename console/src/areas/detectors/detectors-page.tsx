import { DARKNESS } from '@lintel/contract/parameters/detectors'
import { LinkButton } from '@lintel/ui/button'
import { Card } from '@lintel/ui/card'
import { SwitchField, TextField } from '@lintel/ui/fields'
import { SettingsForm } from '@lintel/ui/form'
import type { Form } from '@lintel/ui/form'
import { useText } from '@lintel/ui/i18n'
import { Notice } from '@lintel/ui/notice'
import { PageHead } from '@lintel/ui/page-head'
import { SaveBar } from '@lintel/ui/save-bar'
import { SliderField } from '@lintel/ui/slider-field'
import { showToast } from '@lintel/ui/toast'
import { useQuery } from '@tanstack/react-query'
import { QueryView } from '../../app/query-view.tsx'
import { hrefTo, paths } from '../../app/routing/paths.ts'
import { role } from '../../app/session/me.ts'
import { ChangedNotice } from '../../app/stored/changed-notice.tsx'
import { useStoredForm } from '../../app/stored/stored-form.ts'
import { checkDetectors, detectorsIn } from './detector-values.ts'
import type { DetectorState, DetectorValues } from './detector-values.ts'
import { LiveLevel } from './live-level.tsx'
import { detectorSetting } from './queries.ts'

/** What the device notices by itself: sound, darkness and shocks. B §2 (DETECT-01). */
export function DetectorsPage() {
  const text = useText()
  const query = useQuery(detectorSetting.query)
  return (
    <>
      <PageHead title={text('pages.detectors')} note={text('detectors.note')} />
      <QueryView query={query}>
        {(state) =>
          Object.values(detectorsIn(state)).includes(true) ? (
            <Detectors state={state} />
          ) : (
            <NoDetectors />
          )
        }
      </QueryView>
    </>
  )
}

/** An administrator can use what else the device notices. */
function NoDetectors() {
  const text = useText()
  if (role() !== 'admin') return <Notice title={text('detectors.none')} />
  return (
    <Notice
      title={text('detectors.none')}
      action={<LinkButton href={hrefTo(paths.events())}>{text('pages.events')}</LinkButton>}
    >
      {text('detectors.none.next')}
    </Notice>
  )
}

function Detectors({ state }: { state: DetectorState }) {
  const text = useText()
  const detectors = detectorsIn(state)
  const { form, changed, partly } = useStoredForm(detectorSetting, {
    state,
    check: (values) => ({ errors: checkDetectors(values, detectors) }),
    onSaved: () => showToast({ status: 'ok', text: text('detectors.saved') }),
  })
  return (
    <SettingsForm form={form} label={text('pages.detectors')}>
      {changed && <ChangedNotice />}
      {partly && (
        <Notice status="warn" title={text('detectors.half')}>
          {text('detectors.half.next')}
        </Notice>
      )}
      {detectors.sound && <SoundCard form={form} />}
      {detectors.darkness && <DarknessCard form={form} />}
      {detectors.shock && <ShockCard form={form} />}
      <SaveBar form={form} />
    </SettingsForm>
  )
}

interface CardProps {
  form: Form<DetectorValues>
}

/** How loud it has to be, over what the microphone hears now. */
function SoundCard({ form }: CardProps) {
  const text = useText()
  return (
    <Card title={text('detectors.sound')} note={text('detectors.sound.note')}>
      <SliderField
        form={form}
        name="alarmLevel"
        label={text('detectors.alarmLevel')}
        help={text('detectors.alarmLevel.help')}
      />
      <LiveLevel form={form} />
    </Card>
  )
}

/** When the picture counts as covered. */
function DarknessCard({ form }: CardProps) {
  const text = useText()
  return (
    <Card title={text('detectors.darkness')} note={text('detectors.darkness.note')}>
      <SwitchField form={form} name="dark" label={text('detectors.dark')} />
      <TextField
        form={form}
        name="darkThreshold"
        label={text('detectors.darkThreshold')}
        help={text('detectors.darkThreshold.help', DARKNESS.threshold)}
        inputMode="numeric"
      />
      <TextField
        form={form}
        name="darkDuration"
        label={text('detectors.darkDuration')}
        help={text('detectors.darkDuration.help', DARKNESS.duration)}
        inputMode="numeric"
      />
    </Card>
  )
}

/** Whether knocks on the housing are told, and how hard they have to be. */
function ShockCard({ form }: CardProps) {
  const text = useText()
  return (
    <Card title={text('detectors.shock')} note={text('detectors.shock.note')}>
      <SwitchField form={form} name="shock" label={text('detectors.shock.enabled')} />
      <SliderField
        form={form}
        name="shockSensitivity"
        label={text('detectors.shock.sensitivity')}
        help={text('detectors.shock.sensitivity.help')}
      />
    </Card>
  )
}
