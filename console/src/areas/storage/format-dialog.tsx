import { CARD_FILE_SYSTEMS, SD_CARD } from '@lintel/contract/disks'
import type { CardFileSystem } from '@lintel/contract/disks'
import { Button } from '@lintel/ui/button'
import { Dialog } from '@lintel/ui/dialog'
import { SelectField } from '@lintel/ui/fields'
import { SettingsForm, useSettingsForm } from '@lintel/ui/form'
import { FormActions } from '@lintel/ui/form-actions'
import { useText } from '@lintel/ui/i18n'
import { Notice } from '@lintel/ui/notice'
import { useQuery } from '@tanstack/react-query'
import { cardCapabilitiesQuery } from './queries.ts'
import { sequences } from './running-sequence.ts'

const VALUES: { filesystem: CardFileSystem } = { filesystem: 'ext4' }

/** Formats the card, after a choice of the file system. B §2, B §9. */
export function FormatDialog({ onClose }: { onClose: () => void }) {
  const text = useText()
  const options = useFileSystems()
  const form = useSettingsForm({
    values: VALUES,
    // oxlint-disable-next-line require-await -- the progress dialog follows the sequence
    async save({ filesystem }) {
      void sequences.run({ name: 'format', diskid: SD_CARD, filesystem })
    },
    onSaved: onClose,
    passing: true,
  })
  const title = text('storage.format.question')
  return (
    <Dialog open title={title} onClose={onClose}>
      <SettingsForm form={form} label={title} layout="stack">
        <Notice status="warn">{text('storage.format.body')}</Notice>
        <SelectField
          form={form}
          name="filesystem"
          label={text('storage.fileSystem')}
          options={options}
        />
        <FormActions form={form} verb={text('storage.format')} danger>
          <Button onClick={onClose}>{text('ui.cancel')}</Button>
        </FormActions>
      </SettingsForm>
    </Dialog>
  )
}

/** The file systems that this device can make. */
export function useFileSystems(): { value: CardFileSystem; label: string }[] {
  const known = useQuery(cardCapabilitiesQuery).data?.filesystems ?? CARD_FILE_SYSTEMS
  return CARD_FILE_SYSTEMS.filter((name) => known.includes(name)).map((name) => ({
    value: name,
    label: name,
  }))
}
