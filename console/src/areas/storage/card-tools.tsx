import type { Disk } from '@lintel/contract/disks'
import { SD_CARD } from '@lintel/contract/disks'
import { Button, LinkButton } from '@lintel/ui/button'
import { Card, Row } from '@lintel/ui/card'
import { ConfirmDialog } from '@lintel/ui/dialog'
import { useText } from '@lintel/ui/i18n'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { hrefTo, paths } from '../../app/routing/paths.ts'
import { FormatRow } from './format-row.tsx'
import { PassphraseDialog } from './passphrase-dialog.tsx'
import { cardCapabilitiesQuery } from './queries.ts'
import { sequences } from './running-sequence.ts'
import { useBusy } from './use-sequence.ts'

type Tool = 'check' | 'repair' | 'decrypt'

/** What can be done with a card, unless it is write protected. B §2, B §8 Storage. */
export function CardTools({ card }: { card: Disk }) {
  const text = useText()
  const [asked, setAsked] = useState<Tool>()

  function run(name: Tool) {
    setAsked(undefined)
    void sequences.run({ name, diskid: SD_CARD, filesystem: 'ext4' })
  }

  return (
    <>
      <Card
        title={text('storage.tools')}
        note={card.locked ? text('storage.tools.locked') : undefined}
      >
        {card.filesystem === 'ext4' && (
          <>
            <ToolRow card={card} tool="check" onAsk={setAsked} />
            <ToolRow card={card} tool="repair" onAsk={setAsked} />
          </>
        )}
        <FormatRow card={card} />
      </Card>
      <EncryptionCard card={card} onAsk={setAsked} />
      {asked && (
        <ConfirmDialog
          open
          title={text(`storage.${asked}.question`)}
          body={text(`storage.${asked}.body`)}
          confirm={text(`storage.${asked}`)}
          danger={asked === 'decrypt'}
          onConfirm={() => run(asked)}
          onClose={() => setAsked(undefined)}
        />
      )}
    </>
  )
}

interface ToolProps {
  card: Disk
  onAsk: (tool: Tool) => void
}

function ToolRow({ card, tool, onAsk }: ToolProps & { tool: Tool }) {
  const text = useText()
  const busy = useBusy(SD_CARD)
  return (
    <Row name={text(`storage.${tool}.title`)} help={text(`storage.${tool}.help`)}>
      <Button
        kind={tool === 'decrypt' ? 'danger' : 'default'}
        data-field={tool}
        disabled={busy || card.locked}
        onClick={() => onAsk(tool)}
      >
        {text(`storage.${tool}`)}
      </Button>
    </Row>
  )
}

/** Encryption, where the device can encrypt. B §4. */
function EncryptionCard({ card, onAsk }: ToolProps) {
  const text = useText()
  const busy = useBusy(SD_CARD)
  const can = useQuery(cardCapabilitiesQuery).data
  const [changing, setChanging] = useState(false)
  if (can?.encryptionsupported !== true || !can.requiredfssupported) return null
  const locked = busy || card.locked
  const isOpen = card.status === 'OK'
  return (
    <Card
      title={text('storage.encryption')}
      note={card.locked ? text('storage.encryption.locked') : undefined}
    >
      {card.diskencrypted ? (
        <>
          <Row
            name={text('storage.passphrase')}
            help={text(isOpen ? 'storage.passphrase.help' : 'storage.passphrase.unmounted')}
          >
            <Button
              data-field="passphrase"
              disabled={locked || !isOpen}
              onClick={() => setChanging(true)}
            >
              {text('storage.passphrase.title')}
            </Button>
          </Row>
          <ToolRow card={card} tool="decrypt" onAsk={onAsk} />
        </>
      ) : (
        <Row name={text('storage.encrypt.title')} help={text('storage.encrypt.help')}>
          {locked ? (
            <Button data-field="encrypt" disabled>
              {text('storage.encrypt')}
            </Button>
          ) : (
            <LinkButton data-field="encrypt" href={hrefTo(paths.encryptCard())}>
              {text('storage.encrypt')}
            </LinkButton>
          )}
        </Row>
      )}
      {changing && <PassphraseDialog onClose={() => setChanging(false)} />}
    </Card>
  )
}
