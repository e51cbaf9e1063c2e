import { clipKindOf } from '@lintel/contract/rules/clips'
import { FileFacts, useFileRead } from '@lintel/ui/file-facts'
import { useLanguage, useText } from '@lintel/ui/i18n'
import { useEffect, useRef, useState } from 'react'
import { lengthText } from './length-text.ts'
import { waveFacts } from './wave-format.ts'

/** In an object: the file has been read, even if there is nothing to show. */
const read = async (file: File) => ({ wave: await waveFacts(file).catch(() => undefined) })

/** Plays a clip in the browser before it is sent, and says how long it is. */
export function ClipPreview({ file }: { file: File }) {
  const text = useText()
  const language = useLanguage()
  const audio = useRef<HTMLAudioElement>(null)
  const [heard, setHeard] = useState<{ file: File; seconds: number | undefined }>()
  const found = useFileRead(file, read)
  useEffect(() => {
    const address = URL.createObjectURL(file)
    if (audio.current) audio.current.src = address
    return () => URL.revokeObjectURL(address)
  }, [file])
  const known = heard?.file === file ? heard : undefined
  const silent = known !== undefined && known.seconds === undefined
  const wave = found?.wave
  const kind = clipKindOf(file.name)?.toUpperCase() ?? ''
  const items = [
    {
      term: text('audioclips.preview.length'),
      value: known?.seconds === undefined ? '' : lengthText(language, known.seconds),
    },
    {
      term: text('audioclips.preview.format'),
      value: wave ? text('audioclips.preview.wave', { kind, ...wave }) : kind,
    },
  ]
  return (
    <FileFacts items={items.filter(({ value }) => value !== '')}>
      {/* oxlint-disable-next-line jsx-a11y/media-has-caption -- a sound of the person's own */}
      <audio
        ref={audio}
        controls
        hidden={silent}
        aria-label={text('audioclips.preview.listen', { name: file.name })}
        onLoadedMetadata={({ currentTarget: { duration } }) => {
          if (Number.isFinite(duration)) setHeard({ file, seconds: duration })
        }}
        onError={() => setHeard({ file, seconds: undefined })}
      />
      {silent && <p>{text('audioclips.preview.silent')}</p>}
    </FileFacts>
  )
}
