import type { StoredPicture } from '@lintel/contract/calls/pictures'
import type { LanguageCode } from '@lintel/contract/languages'
import { LinkButton } from '@lintel/ui/button'
import { ConfirmDialog } from '@lintel/ui/dialog'
import { useFaultText } from '@lintel/ui/fault-text'
import { useLanguage, useText } from '@lintel/ui/i18n'
import type { TextOf } from '@lintel/ui/i18n'
import type { Column, List } from '@lintel/ui/list'
import { sizeText } from '@lintel/ui/size-text'
import { Table } from '@lintel/ui/table'
import { showToast } from '@lintel/ui/toast'
import { useState } from 'react'
import { useInstant } from '../../../app/clock/use-instant.ts'
import { hasCardSlot } from '../../../app/conditions.ts'
import { hrefTo, paths } from '../../../app/routing/paths.ts'
import { useViewpoint } from '../../../app/viewpoint.ts'
import { diskNameOf, emptyReasonOf } from './disk-states.ts'
import type { EmptyReason } from './disk-states.ts'
import { PictureActions } from './picture-actions.tsx'
import { PictureDialog } from './picture-dialog.tsx'
import styles from './pictures.module.css'
import { deletePicture } from './queries.ts'
import type { PictureDisks } from './queries.ts'

/** What a person wants with a picture. */
interface Wish {
  action: 'show' | 'delete'
  picture: StoredPicture
}

/** The pictures of all disks. */
export function PictureTable({ list, found }: { list: List<StoredPicture>; found: PictureDisks }) {
  const text = useText()
  const instant = useInstant('second')
  const [wish, setWish] = useState<Wish>()
  const columns = columnsOf(text, useLanguage(), instant, setWish)
  const { action, picture } = wish ?? {}
  const close = () => setWish(undefined)
  return (
    <>
      <Table
        caption={text('storage.tab.pictures')}
        columns={columns}
        list={list}
        empty={<Empty reason={emptyReasonOf(found)} />}
      />
      {picture && action === 'show' && (
        <PictureDialog
          picture={picture}
          time={instant(picture.taken)}
          onDelete={() => setWish({ action: 'delete', picture })}
          onClose={close}
        />
      )}
      {picture && action === 'delete' && (
        <DeleteDialog picture={picture} time={instant(picture.taken)} onClose={close} />
      )}
    </>
  )
}

/** Asks before a picture is deleted. */
function DeleteDialog(props: { picture: StoredPicture; time: string; onClose: () => void }) {
  const { picture, time, onClose } = props
  const text = useText()
  const faultText = useFaultText()
  const [busy, setBusy] = useState(false)

  async function remove() {
    setBusy(true)
    try {
      await deletePicture(picture.id)
      showToast({ status: 'ok', text: text('storage.pictures.deleted', { time }) })
    } catch (fault) {
      const because = faultText(fault)
      showToast({
        status: 'critical',
        text: text('storage.pictures.deleteFailed', { time, because }),
      })
    }
    onClose()
  }

  return (
    <ConfirmDialog
      open
      title={text('storage.pictures.deleteTitle')}
      body={text('storage.pictures.deleteBody', { time })}
      confirm={text('storage.pictures.delete')}
      busy={busy}
      danger
      onConfirm={() => void remove()}
      onClose={onClose}
    />
  )
}

/** Why there are no pictures, and what helps. */
function Empty({ reason }: { reason: EmptyReason }) {
  const text = useText()
  const slot = hasCardSlot(useViewpoint()) === true
  if (reason !== 'noDisk') return text(`storage.pictures.empty.${reason}`)
  return (
    <div className={styles['empty']}>
      <span>{text(slot ? 'storage.pictures.empty.noDisk' : 'storage.pictures.empty.noShare')}</span>
      <LinkButton href={hrefTo(slot ? paths.networkStorage() : paths.storage())}>
        {text('storage.share.add')}
      </LinkButton>
    </div>
  )
}

function columnsOf(
  text: TextOf,
  language: LanguageCode,
  instant: (utc: string) => string,
  onWish: (wish: Wish) => void,
): Column<StoredPicture>[] {
  const diskOf = ({ diskid }: StoredPicture) =>
    text(diskNameOf(diskid) === 'card' ? 'storage.card' : 'storage.share')
  const sizeOf = ({ size }: StoredPicture) => sizeText(size, language, 'kilobyte')
  return [
    {
      id: 'taken',
      head: text('storage.pictures.taken'),
      sortBy: 'device',
      cell: (picture) => (
        <>
          {instant(picture.taken)}
          <small className={styles['narrow']}>{`${diskOf(picture)} · ${sizeOf(picture)}`}</small>
        </>
      ),
    },
    {
      id: 'diskid',
      head: text('storage.pictures.disk'),
      sortBy: 'device',
      wideOnly: true,
      cell: diskOf,
    },
    {
      id: 'size',
      head: text('storage.pictures.size'),
      sortBy: 'device',
      wideOnly: true,
      cell: sizeOf,
    },
    {
      id: 'actions',
      head: text('ui.actions'),
      headHidden: true,
      end: true,
      width: '160px',
      cell: (picture) => (
        <PictureActions
          picture={picture}
          time={instant(picture.taken)}
          onShow={() => onWish({ action: 'show', picture })}
          onDelete={() => onWish({ action: 'delete', picture })}
        />
      ),
    },
  ]
}
