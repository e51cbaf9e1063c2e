import { SD_CARD } from '@lintel/contract/disks'
import type { Disk } from '@lintel/contract/disks'
import { useLanguage, useText } from '@lintel/ui/i18n'
import { Progress } from '@lintel/ui/progress'
import { sizeText } from '@lintel/ui/size-text'
import { useQuery } from '@tanstack/react-query'
import { hasCardSlot } from '../../app/conditions.ts'
import { useViewpoint } from '../../app/viewpoint.ts'
import { TileView } from '../overview/tiles/tile-view.tsx'
import styles from '../overview/tiles/tile.module.css'
import { DiskChip } from './disk-chip.tsx'
import { freePart, viewOf } from './disk-view.ts'
import { disksQuery } from './disks.ts'

/** Whether the SD card and the network share can be used, and how full they are. */
export function StorageTile() {
  const disks = useQuery(disksQuery)
  const hasSlot = hasCardSlot(useViewpoint()) === true
  return (
    <TileView query={disks} shape="bars">
      {(all) => (
        <ul className={styles['rows']}>
          {Array.from(all.values())
            .filter(({ diskid }) => diskid !== SD_CARD || hasSlot)
            .map((disk) => (
              <DiskRow key={disk.diskid} disk={disk} />
            ))}
        </ul>
      )}
    </TileView>
  )
}

function DiskRow({ disk }: { disk: Disk }) {
  const text = useText()
  const language = useLanguage()
  const kind = disk.diskid === SD_CARD ? 'card' : 'share'
  const view = viewOf(disk)
  const free = freePart(disk)
  return (
    <li className={styles['block']}>
      <div className={styles['row']}>
        <b className={styles['main']}>{text(`storage.${kind}`)}</b>
        {view === 'none' ? (
          <span className={styles['end']}>{text(`tiles.storage.none.${kind}`)}</span>
        ) : (
          <DiskChip view={view} kind={kind} />
        )}
      </div>
      {free !== undefined && (
        <Progress
          label={text('storage.used')}
          value={100 * (1 - free)}
          text={text('storage.free', {
            total: sizeText(disk.totalsize * 1024, language, 'kilobyte'),
            percent: free,
          })}
        />
      )}
      {disk.full && <p className={styles['failed']}>{text('storage.full')}</p>}
    </li>
  )
}
