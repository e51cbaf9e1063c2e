import { mayCall } from '@lintel/contract/access'
import type { Role } from '@lintel/contract/access'
import type { ParameterValues } from '@lintel/contract/calls/parameters'
import { Card } from '@lintel/ui/card'
import { RadioField, SelectField, SwitchField, TextField } from '@lintel/ui/fields'
import { SettingsForm, useSettingsForm } from '@lintel/ui/form'
import { useText } from '@lintel/ui/i18n'
import { SaveBar } from '@lintel/ui/save-bar'
import { useMemo } from 'react'
import styles from './camera-settings.module.css'
import { RangeField } from './range-field.tsx'
import { fpsProblem, RESOLUTIONS, resolutionsIn, settingsIn, settingsOn } from './settings.ts'
import type { Settings } from './settings.ts'

/** What can be set of the picture, as far as this device has it and this account may. */
export function SettingsPart(props: {
  values: ParameterValues
  role: Role
  save: (before: Settings, after: Settings) => Promise<void>
}) {
  const { values, role, save } = props
  const text = useText()
  const settings = useMemo(() => settingsIn(values), [values])
  const has = settingsOn(values)
  // The sensor belongs to administrators; whoever may not set it only sees the values.
  const locked = !mayCall('admin', [role], 'ready')
  const form = useSettingsForm<Settings>({
    values: settings,
    check: ({ fps }) => ({ errors: { fps: has.has('fps') ? fpsProblem(fps) : undefined } }),
    save: (after) => save(settings, after),
  })
  const sizes = resolutionsIn(values.get(RESOLUTIONS), settings.resolution)

  return (
    <SettingsForm form={form} label={text('cameraSettings.title')} layout="stack">
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
            <RangeField
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
              inputMode="numeric"
              maxLength={2}
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
      {has.has('frequency') && (
        <Card
          title={text('cameraSettings.sensor')}
          note={locked ? text('cameraSettings.adminsOnly') : undefined}
        >
          <div className={styles['stack']}>
            {(['brightness', 'contrast', 'colour'] as const)
              .filter((name) => has.has(name))
              .map((name) => (
                <RangeField
                  key={name}
                  form={form}
                  name={name}
                  label={text(`cameraSettings.${name}`)}
                  disabled={locked}
                />
              ))}
            <RadioField
              form={form}
              name="frequency"
              label={text('cameraSettings.frequency')}
              help={text('cameraSettings.frequencyHelp')}
              disabled={locked}
              options={['50Hz', '60Hz'].map((value) => ({
                value,
                label: value.replace('Hz', ' Hz'),
              }))}
            />
          </div>
        </Card>
      )}
      <SaveBar form={form} />
    </SettingsForm>
  )
}
