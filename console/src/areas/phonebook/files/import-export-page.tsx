import { previewCsv } from '@lintel/contract/calls/phonebook-files'
import { Card, Row } from '@lintel/ui/card'
import { useText } from '@lintel/ui/i18n'
import { deviceHas } from '../../../app/firmware.ts'
import { PhonebookHead } from '../phonebook-head.tsx'
import { CsvCard } from './csv-card.tsx'
import { ExportButton } from './export-button.tsx'
import { ImportCard } from './import-card.tsx'

/** The whole phonebook as a file, from the device and back to it, and contacts by CSV. B §2. */
export function ImportExportPage() {
  const text = useText()
  return (
    <>
      <PhonebookHead />
      <Card title={text('phonebook.export')}>
        <Row name={text('phonebook.export.book')} help={text('phonebook.export.help')}>
          <ExportButton />
        </Row>
      </Card>
      <ImportCard />
      {deviceHas(previewCsv) ? (
        <CsvCard />
      ) : (
        <Card title={text('phonebook.csv')} note={text('ui.fault.missing')} />
      )}
    </>
  )
}
