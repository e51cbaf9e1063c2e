import { FileFacts, useFileRead } from '@lintel/ui/file-facts'
import { formatDay } from '@lintel/ui/dates'
import { useLanguage, useText } from '@lintel/ui/i18n'
import { contentsOf } from './read-certificate.ts'

/** In an object: the file has been read, even if there is nothing to show. */
const read = async (file: File) => ({ contents: await contentsOf(file).catch(() => undefined) })

/** Whose certificate a file holds and how long it is valid, before it is sent. */
export function CertificatePreview({ file }: { file: File }) {
  const text = useText()
  const language = useLanguage()
  const found = useFileRead(file, read)
  if (!found?.contents) return null
  const { certificates, keys, first } = found.contents
  const items = [
    {
      term: text('certificates.preview.holds'),
      value: text('certificates.preview.counts', { certificates, keys }),
    },
    ...(first
      ? [
          { term: text('certificates.subject'), value: first.subject },
          { term: text('certificates.validFrom'), value: formatDay(language, first.from) },
          { term: text('certificates.validTo'), value: formatDay(language, first.to) },
        ]
      : []),
  ]
  return <FileFacts items={items.filter(({ value }) => value !== '')} />
}
