import type { Clip } from '@lintel/contract/parameters/clips'
import { clipsIn } from '@lintel/contract/parameters/clips'
import { Button } from '@lintel/ui/button'
import { Card } from '@lintel/ui/card'
import { ConfirmDialog } from '@lintel/ui/dialog'
import { useFaultText } from '@lintel/ui/fault-text'
import { useLanguage, useText } from '@lintel/ui/i18n'
import { PageHead } from '@lintel/ui/page-head'
import { showToast } from '@lintel/ui/toast'
import { useQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { QueryView } from '../../app/query-view.tsx'
import { AddDialog } from './add-dialog.tsx'
import { ClipTable } from './clip-table.tsx'
import type { ClipAction } from './clip-table.tsx'
import { LinkDialog } from './link-dialog.tsx'
import { clipsQuery, largestIn, play, playingQuery, remove, stop } from './queries.ts'
import { RenameDialog } from './rename-dialog.tsx'

/** The clips that the device can play. B §2. */
export function AudioclipsPage() {
  const text = useText()
  const language = useLanguage()
  const query = useQuery(clipsQuery)
  const [adding, setAdding] = useState(false)
  return (
    <>
      <PageHead title={text('pages.audioclips')} note={text('audioclips.note')} />
      <QueryView query={query}>
        {(values) => (
          <>
            <Card
              title={text('audioclips.clips')}
              actions={
                <Button
                  kind="primary"
                  data-field="clips"
                  icon={<Plus size={16} aria-hidden="true" />}
                  onClick={() => setAdding(true)}
                >
                  {text('audioclips.add')}
                </Button>
              }
            >
              <Clips clips={clipsIn(values, language)} />
            </Card>
            {adding && <AddDialog largest={largestIn(values)} onClose={() => setAdding(false)} />}
          </>
        )}
      </QueryView>
    </>
  )
}

function Clips({ clips }: { clips: readonly Clip[] }) {
  const faultText = useFaultText()
  const { data: sound } = useQuery(playingQuery)
  const [wish, setWish] = useState<{ action: ClipAction; clip: Clip }>()
  const [busy, setBusy] = useState<string>()
  const close = () => setWish(undefined)

  async function control(clip: string, work: () => Promise<void>) {
    setBusy(clip)
    try {
      await work()
    } catch (fault) {
      showToast({ status: 'critical', text: faultText(fault) })
    }
    setBusy(undefined)
  }

  function act(action: ClipAction, clip: Clip) {
    if (action === 'play') void control(clip.id, () => play(clip.id))
    else if (action === 'stop') void control(clip.id, stop)
    else setWish({ action, clip })
  }

  return (
    <>
      <ClipTable clips={clips} playing={sound?.clip} busy={busy} onAction={act} />
      {wish?.action === 'link' && <LinkDialog clip={wish.clip} onClose={close} />}
      {wish?.action === 'rename' && <RenameDialog clip={wish.clip} onClose={close} />}
      {wish?.action === 'delete' && <DeleteDialog clip={wish.clip} onClose={close} />}
    </>
  )
}

/** Asks before a clip is deleted (CLIPS-12). */
function DeleteDialog({ clip, onClose }: { clip: Clip; onClose: () => void }) {
  const text = useText()
  const faultText = useFaultText()
  const [busy, setBusy] = useState(false)
  const { name } = clip

  async function confirm() {
    setBusy(true)
    try {
      await remove(clip.id)
      showToast({ status: 'ok', text: text('audioclips.deleted', { name }) })
    } catch (fault) {
      const because = faultText(fault)
      showToast({ status: 'critical', text: text('audioclips.notDeleted', { name, because }) })
    }
    onClose()
  }

  return (
    <ConfirmDialog
      open
      title={text('audioclips.deleteTitle', { name })}
      body={text('common.confirmDeleteFile', { name })}
      confirm={text('audioclips.delete')}
      danger
      busy={busy}
      onClose={onClose}
      onConfirm={() => void confirm()}
    />
  )
}
