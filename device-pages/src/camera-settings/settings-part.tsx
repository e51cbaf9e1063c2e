import { mayCall } from '@lintel/contract/access'
import type { Role } from '@lintel/contract/access'
import type { ParameterValues } from '@lintel/contract/calls/parameters'
import { Card, Facts, Row } from '@lintel/ui/card'
import { useFaultText } from '@lintel/ui/fault-text'
import { useText } from '@lintel/ui/i18n'
import { Notice } from '@lintel/ui/notice'
import { SaveBar } from '@lintel/ui/save-bar'
import { Segmented } from '@lintel/ui/segmented'
import { useId, useMemo } from 'react'
import styles from './camera-settings.module.css'
import { NumberControl, RangeControl, SelectControl, SwitchControl } from './controls.tsx'
import { useDraft } from './draft.ts'
import type { Draft } from './draft.ts'
import { fpsProblem, RESOLUTIONS, resolutionsIn, settingsIn, settingsOn } from './settings.ts'
import type { SettingName, Settings } from './settings.ts'

interface PartProps {
  draft: Draft<Settings>
  has: ReadonlySet<SettingName>
}

/** What can be set of the picture, as far as this device has it and this account may. */
export function SettingsPart(props: {
  values: ParameterValues
  role: Role
  save: (before: Settings, after: Settings) => Promise<void>
}) {
  const { values, role, save } = props
  const text = useText()
  const faultText = useFaultText()
  const settings = useMemo(() => settingsIn(values), [values])
  const draft = useDraft(settings, save)
  const has = settingsOn(values)
  const wrong = has.has('fps') && fpsProblem(draft.values.fps) !== undefined

  return (
    <form
      noValidate
      aria-label={text('ui.cameraSettings')}
      data-layout="stack"
      onSubmit={(event) => {
        event.preventDefault()
        if (!wrong) draft.save()
        else event.currentTarget.querySelector<HTMLElement>('[aria-invalid]')?.focus()
      }}
    >
      {draft.failure !== undefined && (
        <Notice status="crit" title={text('ui.notSaved')}>
          {faultText(draft.failure)}
        </Notice>
      )}
      <StreamCard
        draft={draft}
        has={has}
        sizes={resolutionsIn(values.get(RESOLUTIONS), settings.resolution)}
      />
      {has.has('frequency') && (
        <SensorCard draft={draft} has={has} locked={!mayCall('admin', [role], 'ready')} />
      )}
      <SaveBar form={draft} />
    </form>
  )
}

/** What the device sends unless somebody asks for something else. */
function StreamCard({ draft, has, sizes }: PartProps & { sizes: readonly string[] }) {
  const text = useText()
  const { values, set } = draft
  return (
    <Card title={text('cameraSettings.stream')}>
      <div className={styles['stack']}>
        {has.has('resolution') && (
          <SelectControl
            label={text('cameraSettings.resolution')}
            value={values.resolution}
            onChange={(resolution) => set({ resolution })}
            options={sizes.map((size) => ({ value: size, label: size.replace('x', ' × ') }))}
          />
        )}
        {has.has('compression') && (
          <RangeControl
            label={text('cameraSettings.compression')}
            help={text('cameraSettings.compressionHelp')}
            value={values.compression}
            onChange={(compression) => set({ compression })}
          />
        )}
        {has.has('fps') && (
          <NumberControl
            label={text('cameraSettings.fps')}
            value={values.fps}
            onChange={(fps) => set({ fps })}
            error={fpsProblem(values.fps)}
          />
        )}
        {has.has('rotation') && (
          <SelectControl
            label={text('cameraSettings.rotation')}
            value={values.rotation}
            onChange={(rotation) => set({ rotation })}
            options={['0', '180'].map((value) => ({ value, label: `${value}°` }))}
          />
        )}
        {has.has('mirror') && (
          <SwitchControl
            label={text('cameraSettings.mirror')}
            on={values.mirror}
            onChange={(mirror) => set({ mirror })}
          />
        )}
      </div>
    </Card>
  )
}

const HERTZ = ['50Hz', '60Hz'].map((value) => ({ value, label: value.replace('Hz', ' Hz') }))

/** How the sensor sees: it belongs to administrators, others read what they have set. */
function SensorCard({ draft, has, locked }: PartProps & { locked: boolean }) {
  const text = useText()
  const id = useId()
  const { values, set } = draft
  const levels = (['brightness', 'contrast', 'colour'] as const).filter((name) => has.has(name))
  if (locked) {
    return (
      <Card title={text('cameraSettings.sensor')} note={text('cameraSettings.adminsOnly')}>
        <Facts
          items={[...levels, 'frequency' as const].map((name) => ({
            term: text(`cameraSettings.${name}`),
            value: values[name].replace('Hz', ' Hz'),
          }))}
        />
      </Card>
    )
  }
  return (
    <Card title={text('cameraSettings.sensor')}>
      <div className={styles['stack']}>
        {levels.map((name) => (
          <RangeControl
            key={name}
            label={text(`cameraSettings.${name}`)}
            value={values[name]}
            onChange={(value) => set({ [name]: value })}
          />
        ))}
        <Row
          name={text('cameraSettings.frequency')}
          nameId={id}
          help={text('cameraSettings.frequencyHelp')}
        >
          <Segmented
            label={text('cameraSettings.frequency')}
            value={values.frequency}
            options={HERTZ}
            onChange={(frequency) => set({ frequency })}
          />
        </Row>
      </div>
    </Card>
  )
}
