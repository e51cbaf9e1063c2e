import { problem } from '@lintel/contract/rules/problem'
import { FieldNote } from '@lintel/ui/field-note'
import { FileFacts, useFileRead } from '@lintel/ui/file-facts'
import { useText } from '@lintel/ui/i18n'
import { WithMessages } from '@lintel/ui/with-messages'
import { languages } from './book-preview-catalogues.ts?languages'
import { bookFacts } from './book-facts.ts'

/** What the chosen files hold together, before they replace the phonebook. */
export function BookPreview({ files }: { files: readonly File[] }) {
  return (
    <WithMessages languages={languages}>
      <Preview files={files} />
    </WithMessages>
  )
}

function Preview({ files }: { files: readonly File[] }) {
  const text = useText()
  const facts = useFileRead(files, bookFacts)
  if (!facts) return null
  const { contacts, organisations, names, unknown, broken } = facts
  const warning =
    broken === undefined
      ? unknown > 0
        ? problem('bookPreview.unknown', { count: unknown })
        : undefined
      : problem('bookPreview.broken', { name: broken })
  return (
    <FileFacts
      items={
        broken === undefined
          ? [
              {
                term: text('bookPreview.files'),
                value: text('bookPreview.counts', { contacts, organisations }),
              },
              ...(names.length > 0
                ? [{ term: text('bookPreview.first'), value: names.join(', ') }]
                : []),
            ]
          : []
      }
    >
      <FieldNote id={undefined} error={undefined} warning={warning} />
    </FileFacts>
  )
}
