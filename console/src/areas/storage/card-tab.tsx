import type { Disk } from '@lintel/contract/disks'
import { SD_CARD } from '@lintel/contract/disks'
import { Notice } from '@lintel/ui/notice'
import { useText } from '@lintel/ui/i18n'
import type { TextOf } from '@lintel/ui/i18n'
import { CardTools } from './card-tools.tsx'
import { DiskCard } from './disk-card.tsx'
import { DiskSettings } from './disk-settings.tsx'
import { needsFormat, viewOf } from './disk-view.ts'
import { FormatCard } from './format-row.tsx'
import { ForeignJobNotice } from './foreign-job-notice.tsx'
import { useFailureShown, useLastError } from './use-sequence.ts'

/** The SD card: its state, its settings and what can be done with it. B §2 Storage. */
export function CardTab({ card }: { card: Disk | undefined }) {
  const text = useText()
  const view = card ? viewOf(card) : 'none'
  const said = useLastError(SD_CARD)
  const failureShown = useFailureShown(SD_CARD)
  if (!card || view === 'none') {
    return <Notice title={text('storage.noCard')}>{text('storage.noCard.next')}</Notice>
  }
  return (
    <>
      <ForeignJobNotice diskid={SD_CARD} />
      {needsFormat(view) && (
        <Notice status="warn" title={text(`storage.view.${view}`)}>
          {said ?? text(`storage.view.${view}.next`)}
        </Notice>
      )}
      {view === 'failed' && !failureShown && (
        <Notice status="crit" title={text('storage.view.failed')}>
          {said ?? adviceOn(card, text)}
        </Notice>
      )}
      {needsFormat(view) ? (
        <FormatCard card={card} />
      ) : (
        <>
          <DiskCard disk={card} title={text('storage.card')} />
          <div data-layout="rows">
            <DiskSettings disk={card} />
            <CardTools card={card} />
          </div>
        </>
      )}
    </>
  )
}

/** What to do with a card that can't be used. Only ext4 can be checked and repaired. B §2. */
function adviceOn({ status, filesystem }: Disk, text: TextOf): string {
  const advice = text(
    filesystem === 'ext4' ? 'storage.view.failed.next' : 'storage.view.illegal.next',
  )
  return status === 'failed'
    ? advice
    : `${advice} ${text('storage.view.failed.status', { status })}`
}
