import {
  listMediaProfiles,
  removeMediaProfile,
  saveMediaProfile,
} from '@lintel/contract/calls/onvif-profiles'
import type { MediaProfileRow } from '@lintel/contract/calls/onvif-profiles'
import { problem } from '@lintel/contract/rules/problem'
import { Button } from '@lintel/ui/button'
import { Card } from '@lintel/ui/card'
import { useFaultText } from '@lintel/ui/fault-text'
import { SelectField, SwitchField, TextField } from '@lintel/ui/fields'
import { useFieldValue, useSettingsForm } from '@lintel/ui/form'
import { Text, useText } from '@lintel/ui/i18n'
import { Notice } from '@lintel/ui/notice'
import { SliderField } from '@lintel/ui/slider-field'
import { showToast } from '@lintel/ui/toast'
import { useState } from 'react'
import { ConfirmInPlace } from '../app/confirm-in-place.tsx'
import { DeletedNotice } from '../app/deleted-notice.tsx'
import { device } from '../app/device.ts'
import { Task } from '../app/task.tsx'
import { useAction } from '../app/use-action.ts'
import { checkProfile, has, newProfile, requestOf, valuesOf } from './values.ts'
import type { ProfileValues } from './values.ts'
import type { View } from './view-name.ts'

interface FormsProps {
  view: View
  profiles: readonly MediaProfileRow[]
  /** The resolutions of the camera. */
  sizes: readonly string[]
  /** Reads the profiles again. */
  again: () => Promise<void>
  onClose: () => void
}

/** The form of a profile, instead of the list. */
export function ProfileForms({ view, ...shared }: FormsProps) {
  if (view.kind === 'add') return <ProfileForm {...shared} opened={undefined} isGone={false} />
  return <Opened key={view.token} {...shared} token={view.token} />
}

function Opened({ token, ...shared }: Omit<FormsProps, 'view'> & { token: string }) {
  const text = useText()
  const current = shared.profiles.find((one) => one.token === token)
  // What the person has seen: a version that arrives later must not overwrite what else it changed, and
  // what was typed stays when somebody else deletes the profile.
  const [opened] = useState(current)
  if (opened) return <ProfileForm {...shared} opened={opened} isGone={!current} />
  return (
    <Notice
      title={text('mediaProfiles.gone')}
      action={<Button onClick={shared.onClose}>{text('frame.backToLists')}</Button>}
    />
  )
}

type ProfileFormProps = Omit<FormsProps, 'view'> & {
  /** Undefined for a new one. */
  opened: MediaProfileRow | undefined
  /** Whether it has been removed since. */
  isGone: boolean
}

function ProfileForm({ profiles, sizes, opened, isGone, again, onClose }: ProfileFormProps) {
  const text = useText()
  const [values] = useState<ProfileValues>(() => {
    const usual = sizes.includes('640x360') ? '640x360' : (sizes[0] ?? '')
    return opened ? valuesOf(opened, usual) : newProfile(usual)
  })
  const others = profiles.filter(({ token }) => token !== opened?.token)
  const form = useSettingsForm<ProfileValues>({
    values,
    check: (typed) => checkProfile(typed, others),
    async save(typed) {
      try {
        await save(typed, isGone ? undefined : opened)
      } finally {
        await again()
      }
    },
    onSaved({ name }) {
      showToast({ status: 'ok', text: text('ui.saved', { name: name.trim() }) })
      onClose()
    },
    checkOn: 'submit',
    failure: problem('ui.notSaved'),
  })
  const encoded = useFieldValue(form, 'encoded')
  const shared = opened?.sharedWith ?? []
  const all = sizes.includes(values.resolution) ? sizes : [values.resolution, ...sizes]
  return (
    <>
      {isGone && <DeletedNotice title={text('mediaProfiles.gone')} />}
      <Task
        form={form}
        title={opened ? text('ui.editNamed', { name: opened.name }) : text('mediaProfiles.add')}
        verb={opened ? text('ui.save') : text('mediaProfiles.add')}
        onCancel={onClose}
      >
        <TextField form={form} name="name" label={text('ui.name')} autoComplete="off" />
        <SwitchField
          form={form}
          name="video"
          label={text('mediaProfiles.source')}
          help={text('mediaProfiles.source.help')}
        />
        <SwitchField
          form={form}
          name="encoded"
          label={text('mediaProfiles.encoder')}
          help={
            shared.length > 0
              ? text('mediaProfiles.encoder.shared', { names: shared.join(', ') })
              : text('mediaProfiles.encoder.help')
          }
        />
        {encoded && (
          <>
            <SelectField
              form={form}
              name="resolution"
              label={text('cameraSettings.resolution')}
              options={all.map((size) => ({ value: size, label: size.replace('x', ' × ') }))}
            />
            <SliderField
              form={form}
              name="compression"
              label={text('cameraSettings.compression')}
              help={text('cameraSettings.compressionHelp')}
            />
            <TextField
              form={form}
              name="fps"
              label={text('cameraSettings.fps')}
              help={text('cameraSettings.fpsHelp')}
              inputMode="numeric"
              maxLength={3}
            />
          </>
        )}
        <SwitchField
          form={form}
          name="events"
          label={text('mediaProfiles.events')}
          help={text('mediaProfiles.events.help')}
        />
      </Task>
      {opened && !isGone && <Deletion profile={opened} again={again} onClose={onClose} />}
    </>
  )
}

/** A save whose response was lost has succeeded if the device has what was typed. */
async function save(typed: ProfileValues, opened: MediaProfileRow | undefined): Promise<void> {
  try {
    await device.call(saveMediaProfile, requestOf(typed, opened))
  } catch (fault) {
    const now = await device.call(listMediaProfiles, {}).catch(() => undefined)
    const stored = now?.profiles.find((row) =>
      opened ? row.token === opened.token : row.name === typed.name.trim(),
    )
    if (!stored || !has(stored, typed)) throw fault
  }
}

function Deletion(props: {
  profile: MediaProfileRow
  again: () => Promise<void>
  onClose: () => void
}) {
  const { profile, again, onClose } = props
  const text = useText()
  const faultText = useFaultText()
  const { busy, failure, run } = useAction(again)

  async function remove(): Promise<void> {
    const { token, version, name } = profile
    try {
      await device.call(removeMediaProfile, { token, version })
    } catch (fault) {
      const now = await device.call(listMediaProfiles, {}).catch(() => undefined)
      if (!now || now.profiles.some((row) => row.token === token)) throw fault
    }
    showToast({ status: 'ok', text: text('ui.deleted', { name }) })
    onClose()
  }

  return (
    <Card title={text('mediaProfiles.delete')}>
      {failure !== undefined && <Notice status="crit" title={faultText(failure)} />}
      <ConfirmInPlace
        verb={text('mediaProfiles.delete')}
        question={<Text id="mediaProfiles.confirmDelete" values={{ name: profile.name }} />}
        busy={busy}
        onConfirm={() => run(remove)}
      />
    </Card>
  )
}
