import type { StoredPicture } from '@lintel/contract/calls/pictures'
import { Button, LinkButton } from '@lintel/ui/button'
import { Dialog } from '@lintel/ui/dialog'
import { useText } from '@lintel/ui/i18n'
import { Loading } from '@lintel/ui/loading'
import { Notice } from '@lintel/ui/notice'
import { useQuery } from '@tanstack/react-query'
import { Download, Trash2 } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { usePictureFault } from './picture-fault.ts'
import styles from './pictures.module.css'
import { addressOfPicture, pictureQuery } from './queries.ts'

/** A picture, as large as the window allows. */
export function PictureDialog(props: {
  picture: StoredPicture
  time: string
  onDelete: () => void
  onClose: () => void
}) {
  const { picture, time, onDelete, onClose } = props
  const text = useText()
  const faultText = usePictureFault()
  const { data, error, refetch } = useQuery(pictureQuery(picture.id))
  return (
    <Dialog
      open
      wide
      title={text('storage.pictures.of', { time })}
      onClose={onClose}
      footer={
        <>
          <Button kind="danger" icon={<Trash2 size={16} aria-hidden="true" />} onClick={onDelete}>
            {text('storage.pictures.delete')}
          </Button>
          <LinkButton
            icon={<Download size={16} aria-hidden="true" />}
            href={addressOfPicture(picture.id)}
            download
          >
            {text('storage.pictures.download')}
          </LinkButton>
        </>
      }
    >
      <div className={styles['frame']}>
        {data ? (
          <Jpeg bytes={data} alt={text('storage.pictures.of', { time })} />
        ) : error ? (
          <Notice
            status="crit"
            title={text('ui.loadFailed')}
            action={<Button onClick={() => void refetch()}>{text('ui.retry')}</Button>}
          >
            {faultText(error)}
          </Notice>
        ) : (
          <Loading />
        )}
      </div>
    </Dialog>
  )
}

function Jpeg({ bytes, alt }: { bytes: Uint8Array; alt: string }) {
  const text = useText()
  const image = useRef<HTMLImageElement>(null)
  const [broken, setBroken] = useState(false)
  useEffect(() => {
    const address = URL.createObjectURL(new Blob([bytes as BlobPart], { type: 'image/jpeg' }))
    if (image.current) image.current.src = address
    return () => URL.revokeObjectURL(address)
  }, [bytes])
  if (broken) return <Notice status="crit">{text('storage.pictures.broken')}</Notice>
  return <img ref={image} className={styles['picture']} alt={alt} onError={() => setBroken(true)} />
}
