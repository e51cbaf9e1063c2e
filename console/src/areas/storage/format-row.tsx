import { SD_CARD } from '@lintel/contract/disks'
import type { Disk } from '@lintel/contract/disks'
import { Button } from '@lintel/ui/button'
import { Card, Row } from '@lintel/ui/card'
import { useText } from '@lintel/ui/i18n'
import { useState } from 'react'
import { FormatDialog } from './format-dialog.tsx'
import { useBusy } from './use-sequence.ts'

/** Formatting, which may be the only thing to do with a card. B §4, OPEN-83. */
export function FormatRow({ card }: { card: Disk }) {
  const text = useText()
  const busy = useBusy(SD_CARD)
  const [open, setOpen] = useState(false)
  return (
    <Row name={text('storage.format.title')} help={text('storage.format.help')}>
      <Button
        kind="danger"
        data-field="format"
        disabled={busy || card.locked}
        onClick={() => setOpen(true)}
      >
        {text('storage.format')}
      </Button>
      {open && <FormatDialog onClose={() => setOpen(false)} />}
    </Row>
  )
}

/** The tools of a card that the device can't use. */
export function FormatCard({ card }: { card: Disk }) {
  const text = useText()
  return (
    <Card
      title={text('storage.card')}
      note={card.locked ? text('storage.tools.locked') : undefined}
    >
      <FormatRow card={card} />
    </Card>
  )
}
