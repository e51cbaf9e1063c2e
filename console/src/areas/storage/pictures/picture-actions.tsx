import type { StoredPicture } from '@lintel/contract/calls/pictures'
import { IconButton } from '@lintel/ui/button'
import { useText } from '@lintel/ui/i18n'
import { Download, Eye, Trash2 } from 'lucide-react'
import styles from './pictures.module.css'
import { addressOfPicture } from './queries.ts'

/** What can be done with a picture, in its row. */
export function PictureActions(props: {
  picture: StoredPicture
  time: string
  onShow: () => void
  onDelete: () => void
}) {
  const { picture, time, onShow, onDelete } = props
  const text = useText()
  return (
    <span className={styles['actions']}>
      <IconButton
        label={text('storage.pictures.showOf', { time })}
        icon={<Eye size={18} />}
        onClick={onShow}
      />
      <a
        className={styles['download']}
        href={addressOfPicture(picture.id)}
        download
        aria-label={text('storage.pictures.downloadOf', { time })}
        title={text('storage.pictures.downloadOf', { time })}
      >
        <Download size={18} aria-hidden="true" />
      </a>
      <IconButton
        label={text('storage.pictures.deleteOf', { time })}
        icon={<Trash2 size={18} />}
        onClick={onDelete}
      />
    </span>
  )
}
