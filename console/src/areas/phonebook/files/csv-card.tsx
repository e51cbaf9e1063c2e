import { CSV_COLUMNS, CSV_MAX } from '@lintel/contract/calls/phonebook-files'
import type { CsvImport } from '@lintel/contract/calls/phonebook-files'
import { DeviceFault } from '@lintel/contract/fault'
import { Button } from '@lintel/ui/button'
import { Card, Row } from '@lintel/ui/card'
import { useFaultText } from '@lintel/ui/fault-text'
import { FileChoice } from '@lintel/ui/file-choice'
import { useText } from '@lintel/ui/i18n'
import { Notice } from '@lintel/ui/notice'
import { saveFile } from '@lintel/ui/save-file'
import { useState } from 'react'
import { CsvPreview } from './csv-preview.tsx'
import styles from './files.module.css'
import { importContacts, previewOf } from './queries.ts'

/** What the page knows of a file. */
type Stage =
  | { phase: 'none' }
  | { phase: 'busy'; preview?: CsvImport }
  | { phase: 'preview'; preview: CsvImport; changed: boolean }
  | { phase: 'done'; result: CsvImport }
  | { phase: 'failed'; fault: unknown; preview?: CsvImport | undefined }

/** Adds and changes contacts by a CSV file: first what it would do, then, on confirmation, that. */
export function CsvCard() {
  const text = useText()
  const [file, setFile] = useState<File>()
  const [stage, setStage] = useState<Stage>({ phase: 'none' })
  const busy = stage.phase === 'busy'
  const preview = 'preview' in stage ? stage.preview : undefined

  async function look(chosen: File, changed = false): Promise<void> {
    setStage({ phase: 'busy' })
    try {
      setStage({ phase: 'preview', preview: await previewOf(chosen), changed })
    } catch (fault) {
      setStage({ phase: 'failed', fault })
    }
  }

  async function apply(chosen: File, seen: CsvImport): Promise<void> {
    setStage({ phase: 'busy', preview: seen })
    try {
      setStage({ phase: 'done', result: await importContacts(chosen, seen.version) })
    } catch (fault) {
      if (fault instanceof DeviceFault && fault.kind === 'conflict') await look(chosen, true)
      else setStage({ phase: 'failed', fault, preview: seen })
    }
  }

  return (
    <Card title={text('phonebook.csv')} note={text('phonebook.csv.note')}>
      <Row name={text('phonebook.csv.file')} help={text('phonebook.csv.help')}>
        <div className={styles['choices']}>
          <FileChoice
            field="csvFile"
            label={text('phonebook.csv.choose')}
            file={file}
            accept=".csv,text/csv"
            largest={CSV_MAX}
            disabled={busy}
            onChoose={(chosen) => {
              setFile(chosen)
              void look(chosen)
            }}
          />
          <Button
            onClick={() => saveFile(`${CSV_COLUMNS.join(',')}\r\n`, 'text/csv', 'contacts.csv')}
          >
            {text('phonebook.csv.template')}
          </Button>
        </div>
      </Row>
      <Result stage={stage} />
      {preview && file && stage.phase !== 'done' && (
        <CsvPreview preview={preview} busy={busy} onApply={() => void apply(file, preview)} />
      )}
    </Card>
  )
}

function Result({ stage }: { stage: Stage }) {
  const text = useText()
  const faultText = useFaultText()
  if (stage.phase === 'failed') {
    return (
      <div className={styles['foot']}>
        <Notice status="crit" title={text('phonebook.csv.failed')}>
          {faultText(stage.fault)}
        </Notice>
      </div>
    )
  }
  if (stage.phase === 'done') {
    const { add, change, refuse } = stage.result
    return (
      <div className={styles['foot']}>
        <Notice status="ok" title={text('phonebook.csv.done')}>
          {text('phonebook.csv.doneCounts', { add, change, refuse })}
        </Notice>
      </div>
    )
  }
  if (stage.phase === 'preview' && stage.changed) {
    return (
      <div className={styles['foot']}>
        <Notice status="warn" title={text('phonebook.csv.changed')}>
          {text('phonebook.csv.changedNext')}
        </Notice>
      </div>
    )
  }
  return null
}
