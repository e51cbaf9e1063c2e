import type { Disk, NetworkShare } from '@lintel/contract/disks'
import { Button } from '@lintel/ui/button'
import { Card, Facts } from '@lintel/ui/card'
import { Notice } from '@lintel/ui/notice'
import { useLanguage, useText } from '@lintel/ui/i18n'
import { Progress } from '@lintel/ui/progress'
import { sizeText } from '@lintel/ui/size-text'
import styles from './disk-card.module.css'
import { DiskChip } from './disk-chip.tsx'
import { freePart, viewOf } from './disk-view.ts'
import { sequences } from './running-sequence.ts'
import { useBusy } from './use-sequence.ts'

/** The state of a disk: what it holds and how much is free, and whether it is in use. B §4. */
export function DiskCard(props: { disk: Disk; title: string; share?: NetworkShare }) {
  const { disk, title, share } = props
  const text = useText()
  const language = useLanguage()
  const busy = useBusy(disk.diskid)
  const view = viewOf(disk)
  const free = freePart(disk)
  const mounted = view === 'mounted'
  const run = (name: 'mount' | 'unmount') => void sequences.run({ name, diskid: disk.diskid })
  return (
    <Card
      title={title}
      actions={
        <>
          <DiskChip view={view} kind={share ? 'share' : 'card'} />
          <Button
            data-field="mount"
            disabled={busy}
            onClick={() => run(mounted ? 'unmount' : 'mount')}
          >
            {text(mounted ? 'storage.unmount' : 'storage.mount')}
          </Button>
        </>
      }
    >
      {disk.full && <Notice status="warn">{text('storage.full')}</Notice>}
      {free !== undefined && (
        <div className={styles['space']}>
          <Progress
            label={text('storage.used')}
            value={100 * (1 - free)}
            text={text('storage.free', {
              total: sizeText(disk.totalsize * 1024, language, 'kilobyte'),
              percent: free,
            })}
          />
        </div>
      )}
      <Facts
        items={[
          ...(share
            ? [
                { term: text('storage.share.host'), value: share.host, mono: true, field: 'host' },
                { term: text('storage.share.name'), value: share.share, mono: true },
                { term: text('ui.userName'), value: share.user || text('storage.share.noLogin') },
              ]
            : [
                { term: text('storage.fileSystem'), value: disk.filesystem, field: 'filesystem' },
                {
                  term: text('storage.encryption'),
                  value: text(disk.diskencrypted ? 'storage.encrypted' : 'storage.notEncrypted'),
                  field: 'encryption',
                },
              ]),
          ...(disk.readonly
            ? [{ term: text('storage.access'), value: text('storage.readOnly') }]
            : []),
        ]}
      />
    </Card>
  )
}
