import { IMPORT_FILE_MAX } from '@lintel/contract/calls/phonebook-files'
import { DeviceFault, isLost } from '@lintel/contract/fault'
import type { Problem } from '@lintel/contract/rules/problem'
import { problem } from '@lintel/contract/rules/problem'
import { Button } from '@lintel/ui/button'
import { Card, Row } from '@lintel/ui/card'
import { ConfirmDialog } from '@lintel/ui/dialog'
import { useFaultText } from '@lintel/ui/fault-text'
import { FieldNote } from '@lintel/ui/field-note'
import { FilesChoice } from '@lintel/ui/file-choice'
import { useText } from '@lintel/ui/i18n'
import { optionalComponent } from '@lintel/ui/optional-component'
import { Notice } from '@lintel/ui/notice'
import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import type { Sending } from '../../../app/upload/use-upload.ts'
import { UploadProgress } from '../../../app/upload/upload-progress.tsx'
import { useUpload } from '../../../app/upload/use-upload.ts'
import styles from './files.module.css'
import type { BookFacts } from './book-facts.ts'
import { brokenFile } from './broken-file.ts'
import { ExportButton } from './export-button.tsx'
import { afterFailure, countsQuery, importBook } from './queries.ts'

const BookPreview = optionalComponent(async () => (await import('./book-preview.tsx')).BookPreview)

/** The files to choose, under the name that the search uses. */
const FIELD = 'importFiles'

/** Replaces the phonebook by files, once the person has confirmed it. B §2. */
export function ImportCard() {
  const text = useText()
  const id = useId()
  const [files, setFiles] = useState<readonly File[]>([])
  const [wrong, setWrong] = useState<Problem>()
  // Known once they have been read; the device would refuse them, too.
  const [broken, setBroken] = useState<{ files: readonly File[]; problem: Problem }>()
  const [asking, setAsking] = useState(false)
  const [done, setDone] = useState(false)
  const { state, start, cancel, reset } = useUpload(importBook, () => {
    setDone(true)
    setFiles([])
  })
  const sending = state.phase === 'sending'
  const error = wrong ?? (broken?.files === files ? broken.problem : undefined)

  return (
    <Card title={text('phonebook.import')} note={text('phonebook.import.note')}>
      <form
        noValidate
        aria-label={text('phonebook.import')}
        onSubmit={(event) => {
          event.preventDefault()
          setWrong(problemOf(files))
          if (error ?? problemOf(files)) {
            event.currentTarget.querySelector<HTMLElement>(`[data-field="${FIELD}"]`)?.focus()
          } else setAsking(true)
        }}
      >
        <Row name={text('phonebook.import.files')} help={text('phonebook.import.filesHelp')}>
          <FilesChoice
            field={FIELD}
            label={text('phonebook.import.choose')}
            files={files}
            accept=".json"
            disabled={sending}
            largest={IMPORT_FILE_MAX}
            describedBy={error && `${id}e`}
            onChoose={(chosen) => {
              setFiles(chosen)
              setWrong(problemOf(chosen))
              setDone(false)
              reset()
            }}
          >
            {files.length > 0 && !wrong && (
              <BookPreview
                files={files}
                onBroken={(one) => setBroken({ files, problem: brokenProblem(one) })}
              />
            )}
          </FilesChoice>
          <FieldNote id={`${id}e`} error={error} warning={undefined} />
        </Row>
        <div className={styles['foot']}>
          <Outcome state={state} done={done} />
          {sending ? (
            <UploadProgress
              state={state}
              onCancel={cancel}
              label={text('phonebook.import.sending')}
              working={text('phonebook.import.reading')}
            />
          ) : (
            <Button type="submit" kind="primary">
              {text('phonebook.import.start')}
            </Button>
          )}
        </div>
      </form>
      <ConfirmDialog
        open={asking}
        title={text('phonebook.import.question')}
        body={<WhatIsReplaced />}
        confirm={text('phonebook.import.replace')}
        danger
        onConfirm={() => {
          setAsking(false)
          setDone(false)
          start(files)
        }}
        onClose={() => setAsking(false)}
      />
    </Card>
  )
}

/** Import takes JSON files alone. B §5. */
function problemOf(files: readonly File[]): Problem | undefined {
  if (files.length === 0) return problem('phonebook.import.none')
  const other = files.find(({ name }) => !name.toLowerCase().endsWith('.json'))
  if (other) return problem('phonebook.import.notJson', { name: other.name })
  return files.some(({ size }) => size === 0) ? problem('ui.emptyFile') : undefined
}

const brokenProblem = ({ name, at }: NonNullable<BookFacts['broken']>): Problem =>
  at
    ? problem('phonebook.import.brokenIn', { name, ...at })
    : problem('phonebook.import.broken', { name })

/** What the phonebook holds now, and the way to keep it (OPEN-65). */
function WhatIsReplaced() {
  const text = useText()
  const { data } = useQuery(countsQuery)
  return (
    <div className={styles['body']}>
      <p>
        {data && (data.contacts > 0 || data.organisations > 0)
          ? text('phonebook.import.replaced', { ...data })
          : text('phonebook.import.replacedAll')}
      </p>
      <p>{text('phonebook.import.keep')}</p>
      <ExportButton />
    </div>
  )
}

/** What became of the last import. The files stay selected after a failure. */
function Outcome({ state, done }: { state: Sending; done: boolean }) {
  const text = useText()
  const faultText = useFaultText()
  const { data } = useQuery(countsQuery)
  if (done && state.phase === 'idle') {
    return (
      <Notice status="ok" title={text('phonebook.import.done')}>
        {data && text('phonebook.import.holds', { ...data })}
      </Notice>
    )
  }
  if (state.phase === 'cancelled') {
    return <Notice title={text('phonebook.import.cancelled')}>{text(afterFailure())}</Notice>
  }
  if (state.phase !== 'failed') return null
  const { fault, sent, total } = state
  if (isLost(fault) && sent === total) {
    return (
      <Notice status="warn" title={text('phonebook.import.unknown')}>
        {data ? text('phonebook.import.holds', { ...data }) : text('phonebook.import.unknownNext')}
      </Notice>
    )
  }
  const reason = fault instanceof DeviceFault && fault.kind === 'refused' ? fault.message : ''
  const broken = brokenFile(reason)
  return (
    <Notice
      status="crit"
      title={text(broken ? 'validation.jsonParseError' : 'phonebook.import.failed')}
    >
      {broken
        ? broken.at
          ? text('phonebook.import.brokenAt', broken.at)
          : broken.because
        : reason || faultText(fault)}{' '}
      {text(afterFailure())}
    </Notice>
  )
}
