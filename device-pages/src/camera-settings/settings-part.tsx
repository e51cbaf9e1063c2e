import { mayCall } from '@lintel/contract/access'
import type { Role } from '@lintel/contract/access'
import type { ParameterValues } from '@lintel/contract/calls/parameters'
import { previewVideo } from '@lintel/contract/calls/video'
import { yesNo } from '@lintel/contract/parameters/codec'
import { Card, Facts, Row } from '@lintel/ui/card'
import { SelectField, SwitchField, TextField } from '@lintel/ui/fields'
import type { Form } from '@lintel/ui/form'
import { SettingsForm, useFieldValue, useFormValues, useSettingsForm } from '@lintel/ui/form'
import { useText } from '@lintel/ui/i18n'
import { SaveBar } from '@lintel/ui/save-bar'
import { Segmented } from '@lintel/ui/segmented'
import { SliderField } from '@lintel/ui/slider-field'
import { useEffect, useId, useMemo } from 'react'
import { deviceHas } from '../app/device.ts'
import { PREVIEW_DEBOUNCE } from '../app/timing.ts'
import styles from './camera-settings.module.css'
import type { Preview } from './picture.tsx'
import { fpsProblem, RESOLUTIONS, resolutionsIn, settingsIn, settingsOn } from './settings.ts'
import type { SettingName, Settings } from './settings.ts'

interface PartProps {
  form: Form<Settings>
  has: ReadonlySet<SettingName>
}

/** The picture settings that this device has and this account may change. */
export function SettingsPart(props: {
  values: ParameterValues
  role: Role
  /**
   * Returns what the device stored, with the changes of others.
   * @throws DeviceFault
   */
  save: (before: Settings, after: Settings) => Promise<Settings>
  /** Called with what the picture should show; undefined for the stored settings. */
  onPreview: (preview: Preview | undefined) => void
}) {
  const { values, role, save, onPreview } = props
  const text = useText()
  const settings = useMemo(() => settingsIn(values), [values])
  const has = useMemo(() => settingsOn(values), [values])
  const form = useSettingsForm<Settings>({
    values: settings,
    check: ({ fps }) => ({ errors: { fps: has.has('fps') ? fpsProblem(fps) : undefined } }),
    save: (typed) => save(settings, typed),
  })
  usePreview(form, has, mayCall('admin', [role], 'ready') ? onPreview : undefined)

  return (
    <SettingsForm form={form} label={text('ui.cameraSettings')} layout="stack">
      <StreamCard
        form={form}
        has={has}
        sizes={resolutionsIn(values.get(RESOLUTIONS), settings.resolution)}
      />
      {has.has('overlay') && <OverlayCard form={form} has={has} />}
      {has.has('frequency') && (
        <SensorCard form={form} has={has} locked={!mayCall('admin', [role], 'ready')} />
      )}
      <SaveBar form={form} />
    </SettingsForm>
  )
}

/** The settings that change the picture, by their names in the call. */
const PREVIEWED = [
  'resolution',
  'compression',
  'rotation',
  'brightness',
  'contrast',
  'colour',
] as const

/** Shows the picture with the changes before they are saved, on devices that can. */
function usePreview(
  form: Form<Settings>,
  has: ReadonlySet<SettingName>,
  onPreview: ((preview: Preview | undefined) => void) | undefined,
): void {
  const { mirror, ...typed } = useFormValues(form)
  const { dirty } = form
  const preview = JSON.stringify({
    ...Object.fromEntries(
      PREVIEWED.flatMap((name) => (has.has(name) ? [[name, typed[name]]] : [])),
    ),
    ...(has.has('mirror') && { mirror: yesNo.encode(mirror) }),
  })
  useEffect(() => {
    if (!onPreview || !deviceHas(previewVideo)) return undefined
    if (!dirty) {
      onPreview(undefined)
      return undefined
    }
    const timer = setTimeout(() => onPreview(JSON.parse(preview) as Preview), PREVIEW_DEBOUNCE)
    return () => clearTimeout(timer)
  }, [onPreview, dirty, preview])
}

/** The settings of streams that don't request others. */
function StreamCard({ form, has, sizes }: PartProps & { sizes: readonly string[] }) {
  const text = useText()
  return (
    <Card title={text('cameraSettings.stream')}>
      <div className={styles['stack']}>
        {has.has('resolution') && (
          <SelectField
            form={form}
            name="resolution"
            label={text('cameraSettings.resolution')}
            options={sizes.map((size) => ({ value: size, label: size.replace('x', ' × ') }))}
          />
        )}
        {has.has('compression') && (
          <SliderField
            form={form}
            name="compression"
            label={text('cameraSettings.compression')}
            help={text('cameraSettings.compressionHelp')}
          />
        )}
        {has.has('fps') && (
          <TextField
            form={form}
            name="fps"
            label={text('cameraSettings.fps')}
            help={text('cameraSettings.fpsHelp')}
            inputMode="numeric"
            maxLength={3}
          />
        )}
        {has.has('rotation') && (
          <SelectField
            form={form}
            name="rotation"
            label={text('cameraSettings.rotation')}
            options={['0', '180'].map((value) => ({ value, label: `${value}°` }))}
          />
        )}
        {has.has('mirror') && (
          <SwitchField form={form} name="mirror" label={text('cameraSettings.mirror')} />
        )}
      </div>
    </Card>
  )
}

/** The text in the picture. */
function OverlayCard({ form, has }: PartProps) {
  const text = useText()
  const shown = useFieldValue(form, 'overlay')
  return (
    <Card title={text('cameraSettings.overlay')}>
      <div className={styles['stack']}>
        <SwitchField form={form} name="overlay" label={text('cameraSettings.overlayShown')} />
        {shown && has.has('overlayText') && (
          <TextField
            form={form}
            name="overlayText"
            label={text('cameraSettings.overlayText')}
            help={text('cameraSettings.overlayTextHelp')}
            maxLength={64}
          />
        )}
        {has.has('overlayDate') && (
          <SwitchField form={form} name="overlayDate" label={text('cameraSettings.overlayDate')} />
        )}
        {has.has('overlayClock') && (
          <SwitchField
            form={form}
            name="overlayClock"
            label={text('cameraSettings.overlayClock')}
          />
        )}
        {has.has('overlayPosition') && (
          <SelectField
            form={form}
            name="overlayPosition"
            label={text('cameraSettings.overlayPosition')}
            options={(['top', 'bottom'] as const).map((value) => ({
              value,
              label: text(`cameraSettings.overlayPosition.${value}`),
            }))}
          />
        )}
      </div>
    </Card>
  )
}

const HERTZ = ['50Hz', '60Hz'].map((value) => ({ value, label: value.replace('Hz', ' Hz') }))

/** The settings of the sensor. Only administrators can change them. */
function SensorCard({ form, has, locked }: PartProps & { locked: boolean }) {
  const text = useText()
  const id = useId()
  const frequency = useFieldValue(form, 'frequency')
  const levels = (['brightness', 'contrast', 'colour'] as const).filter((name) => has.has(name))
  if (locked) {
    const values = form.methods.getValues()
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
          <SliderField key={name} form={form} name={name} label={text(`cameraSettings.${name}`)} />
        ))}
        <Row
          name={text('cameraSettings.frequency')}
          nameId={id}
          help={text('cameraSettings.frequencyHelp')}
        >
          <div data-field="frequency">
            <Segmented
              label={text('cameraSettings.frequency')}
              value={frequency}
              options={HERTZ}
              onChange={(hertz) => form.methods.setValue('frequency', hertz, { shouldDirty: true })}
            />
          </div>
        </Row>
      </div>
    </Card>
  )
}
