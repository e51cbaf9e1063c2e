import { useText } from '@lintel/ui/i18n'
import { Progress } from '@lintel/ui/progress'
import { useStore } from '@lintel/ui/store'
import { useEffect, useRef, useState } from 'react'
import type { ImageValue } from './image.ts'
import { sending } from './upload-image.ts'
import styles from './image-preview.module.css'

/** The stored image, or a chosen file with its size and the progress of its upload. */
export function ImagePreview(props: { value: ImageValue; onBroken: (file: File) => void }) {
  const { value, onBroken } = props
  if (typeof value === 'string') return <StoredPreview address={value} />
  return (
    <>
      <FilePreview file={value} onBroken={() => onBroken(value)} />
      <Sending file={value} />
    </>
  )
}

/** The progress of its upload, while it is saved. */
function Sending({ file }: { file: ImageValue }) {
  const text = useText()
  const progress = useStore(sending)
  if (!progress || progress.image !== file) return null
  const { sent, total } = progress
  return (
    <div className={styles['sending']}>
      <Progress label={text('image.sending')} value={sent} max={total} />
    </div>
  )
}

/**
 * The image on the device. The time keeps browsers from using a cached one, where the address is
 * always the same. B §7.
 */
function StoredPreview({ address }: { address: string }) {
  const text = useText()
  const [read] = useState(() => Date.now())
  return (
    <img
      className={styles['preview']}
      src={address.includes('?') ? address : `${address}?timestamp=${read}`}
      alt={text('image.preview')}
    />
  )
}

/** A chosen file, unless the browser finds no image in it. */
function FilePreview({ file, onBroken }: { file: File; onBroken: () => void }) {
  const text = useText()
  const image = useRef<HTMLImageElement>(null)
  const [size, setSize] = useState<{ file: File; width: number; height: number }>()
  useEffect(() => {
    const address = URL.createObjectURL(file)
    if (image.current) image.current.src = address
    return () => URL.revokeObjectURL(address)
  }, [file])
  return (
    <figure className={styles['figure']}>
      <img
        ref={image}
        className={styles['preview']}
        alt={text('image.preview')}
        onError={onBroken}
        onLoad={({ currentTarget: { naturalWidth: width, naturalHeight: height } }) =>
          setSize({ file, width, height })
        }
      />
      {size?.file === file && (
        <figcaption>
          {text('image.dimensions', { width: size.width, height: size.height })}
        </figcaption>
      )}
    </figure>
  )
}
