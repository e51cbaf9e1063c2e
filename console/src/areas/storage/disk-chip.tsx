import { Chip } from '@lintel/ui/chip'
import { useText } from '@lintel/ui/i18n'
import type { DiskView } from './disk-view.ts'

/** Whether a disk is in use. Some languages say it of a card in another way than of a share. */
export function DiskChip({ view, kind }: { view: DiskView; kind: 'card' | 'share' }) {
  const text = useText()
  if (view === 'mounted') return <Chip status="ok">{text(`storage.status.${kind}.mounted`)}</Chip>
  if (view === 'unmounted') return <Chip>{text(`storage.status.${kind}.unmounted`)}</Chip>
  return <Chip status="crit">{text('storage.status.failed')}</Chip>
}
