import { KEEP_FOREVER } from '@lintel/contract/disks'
import { LinkButton } from '@lintel/ui/button'
import { Card } from '@lintel/ui/card'
import { useText } from '@lintel/ui/i18n'
import { Notice } from '@lintel/ui/notice'
import { useQuery } from '@tanstack/react-query'
import { hasCardSlot } from '../../../app/conditions.ts'
import { usePagedList } from '../../../app/list/paged-list.ts'
import { QueryView } from '../../../app/query-view.tsx'
import { hrefTo, paths } from '../../../app/routing/paths.ts'
import { useViewpoint } from '../../../app/viewpoint.ts'
import { StorageHead } from '../storage-head.tsx'
import { mountedDisks, troublesOf } from './disk-states.ts'
import type { DiskName, Trouble } from './disk-states.ts'
import { PictureTable } from './picture-table.tsx'
import { pictureDisksQuery, picturesSource } from './queries.ts'
import type { PictureDisks } from './queries.ts'
import styles from './pictures.module.css'

const NEWEST_FIRST = { by: 'taken', descending: true }

/** The pictures that the device has stored on its disks when somebody rang. */
export function PicturesPage() {
  const text = useText()
  const { data, error, refetch } = useQuery(pictureDisksQuery)
  const list = usePagedList(picturesSource, NEWEST_FIRST)
  const retry = () => {
    // What fails for one mostly fails for both, and is shown once.
    if (list.status === 'failed') list.retry()
    return refetch()
  }
  return (
    <>
      <StorageHead />
      <QueryView query={{ data, error, refetch: retry }}>
        {(found) => (
          <>
            {troublesOf(found).map((trouble) => (
              <TroubleNotice key={trouble.disk} {...trouble} />
            ))}
            <Card
              label={text('storage.tab.pictures')}
              note={mountedDisks(found).length > 0 ? <Kept {...found} /> : undefined}
            >
              <PictureTable list={list} found={found} />
            </Card>
          </>
        )}
      </QueryView>
    </>
  )
}

/** Says that the pictures of a disk are not in the list, and leads to the disk. */
function TroubleNotice({ disk, kind, reason }: Trouble) {
  const text = useText()
  const { href, label } = useTabOf(disk)
  return (
    <Notice
      status={kind === 'unmounted' ? 'info' : 'crit'}
      title={text(`storage.pictures.${kind}.${disk}`)}
      action={<LinkButton href={href}>{label}</LinkButton>}
    >
      {reason}
    </Notice>
  )
}

/** How long each mounted disk keeps its pictures, with the way to its settings. */
function Kept(found: PictureDisks) {
  return (
    <span className={styles['kept']}>
      {mountedDisks(found).map(({ name, disk }) => (
        <KeptOn key={name} name={name} days={disk.cleanupmaxage} />
      ))}
    </span>
  )
}

function KeptOn({ name, days }: { name: DiskName; days: number }) {
  const text = useText()
  const disk = text(name === 'card' ? 'storage.card' : 'storage.share')
  return (
    <a href={useTabOf(name).href}>
      {days >= KEEP_FOREVER
        ? text('storage.pictures.keptForever', { disk })
        : text('storage.pictures.kept', { disk, days })}
    </a>
  )
}

/** The tab of a disk. */
function useTabOf(disk: DiskName): { href: string; label: string } {
  const text = useText()
  const slot = hasCardSlot(useViewpoint()) === true
  const path = disk === 'share' && slot ? paths.networkStorage() : paths.storage()
  const label = text(disk === 'share' ? 'storage.tab.network' : 'storage.tab.onboard')
  return { href: hrefTo(path), label }
}
