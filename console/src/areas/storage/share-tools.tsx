import { NETWORK_SHARE } from '@lintel/contract/disks'
import type { Disk, NetworkShare } from '@lintel/contract/disks'
import { Button } from '@lintel/ui/button'
import { Card, Row } from '@lintel/ui/card'
import { ConfirmDialog } from '@lintel/ui/dialog'
import { useText } from '@lintel/ui/i18n'
import { useState } from 'react'
import { sequences } from './running-sequence.ts'
import { ShareCheck } from './share-check.tsx'
import { useBusy } from './use-sequence.ts'

type Asked = 'erase' | 'removeShare'

/** What can be done with a network share. B §2 Storage. */
export function ShareTools({ share, disk }: { share: NetworkShare; disk: Disk | undefined }) {
  const text = useText()
  const busy = useBusy(NETWORK_SHARE)
  const [asked, setAsked] = useState<Asked>()
  const [checking, setChecking] = useState(false)
  const eraseHelp = disk?.locked
    ? 'storage.erase.locked'
    : disk?.status === 'OK'
      ? 'storage.erase.help'
      : 'storage.erase.unmounted'
  const help = { erase: eraseHelp, removeShare: 'storage.removeShare.help' } as const

  function run(name: Asked) {
    setAsked(undefined)
    const { shareId } = share
    void sequences.run({ name, diskid: NETWORK_SHARE, filesystem: 'cifs', shareId })
  }

  return (
    <Card title={text('storage.tools')}>
      <Row name={text('storage.shareCheck.title')} help={text('storage.shareCheck.help')}>
        <Button data-field="shareCheck" disabled={busy} onClick={() => setChecking(true)}>
          {text('storage.check')}
        </Button>
      </Row>
      {(['erase', 'removeShare'] as const).map((name) => (
        <Row key={name} name={text(`storage.${name}.title`)} help={text(help[name])}>
          <Button
            kind="danger"
            data-field={name}
            disabled={busy || help[name] !== `storage.${name}.help`}
            onClick={() => setAsked(name)}
          >
            {text(`storage.${name}`)}
          </Button>
        </Row>
      ))}
      {asked && (
        <ConfirmDialog
          open
          title={text(`storage.${asked}.question`)}
          body={text(`storage.${asked}.body`, { place: `//${share.host}/${share.share}` })}
          confirm={text(`storage.${asked}`)}
          danger
          onConfirm={() => run(asked)}
          onClose={() => setAsked(undefined)}
        />
      )}
      {checking && <ShareCheck shareId={share.shareId} onClose={() => setChecking(false)} />}
    </Card>
  )
}
