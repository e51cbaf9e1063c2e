import { Button } from '@lintel/ui/button'
import { useText } from '@lintel/ui/i18n'
import { download } from '@lintel/ui/save-file'
import { exportAddress } from './queries.ts'

/** Downloads the phonebook with its images. B §7. */
export function ExportButton() {
  const text = useText()
  return (
    <Button data-field="export" onClick={() => download(exportAddress())}>
      {text('phonebook.export.start')}
    </Button>
  )
}
