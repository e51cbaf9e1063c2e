import { Card } from '@lintel/ui/card'
import { SelectField } from '@lintel/ui/fields'
import { useFieldValue } from '@lintel/ui/form'
import type { Form } from '@lintel/ui/form'
import { useText } from '@lintel/ui/i18n'
import { useQuery } from '@tanstack/react-query'
import { useParameterValues } from '../../app/queries.ts'
import type { AccountValues } from './account-values.ts'
import { videoUnusedQuery } from './queries.ts'
import { camerasOf, FRAME_RATES, resolutionsOf } from './stream.ts'

/** The picture that goes with a call. B §3, B §9. */
export function VideoFields({ form }: { form: Form<AccountValues> }) {
  const text = useText()
  const parameters = useParameterValues()
  const { resolution, frameRate, camera } = {
    resolution: useFieldValue(form, 'resolution'),
    frameRate: useFieldValue(form, 'frameRate'),
    camera: useFieldValue(form, 'camera'),
  }
  const { data: unused = false } = useQuery(videoUnusedQuery)
  const notes = [text('sipAccounts.video.note'), unused && text('sipAccounts.video.unused')]
  return (
    <Card label={text('sipAccounts.part.video')} note={notes.filter(Boolean).join(' ')}>
      <SelectField
        form={form}
        name="resolution"
        label={text('sipAccounts.resolution')}
        options={resolutionsOf(parameters, resolution).map((value) => ({
          value,
          label: value.replace('x', ' × '),
        }))}
      />
      <SelectField
        form={form}
        name="frameRate"
        label={text('sipAccounts.frameRate')}
        help={text('sipAccounts.frameRate.help')}
        options={plain(FRAME_RATES.includes(frameRate) ? FRAME_RATES : [frameRate, ...FRAME_RATES])}
      />
      <SelectField
        form={form}
        name="camera"
        label={text('sipAccounts.camera')}
        options={plain(camerasOf(parameters, camera))}
      />
    </Card>
  )
}

const plain = (values: readonly string[]) => values.map((value) => ({ value, label: value }))
