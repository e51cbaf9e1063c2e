import type { ParameterValues } from '@lintel/contract/calls/parameters'
import { clipsIn } from '@lintel/contract/parameters/clips'
import type { Clip } from '@lintel/contract/parameters/clips'
import { Button } from '@lintel/ui/button'
import { Card } from '@lintel/ui/card'
import { useFaultText } from '@lintel/ui/fault-text'
import { useLanguage, useText } from '@lintel/ui/i18n'
import { Notice } from '@lintel/ui/notice'
import { PageHead } from '@lintel/ui/page-head'
import { showToast } from '@lintel/ui/toast'
import { useQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { QueryView } from '../../app/query-view.tsx'
import { soundQuery, stopSound } from '../../app/sound.ts'
import { AddDialog } from './add-dialog.tsx'
import { ClipTable } from './clip-table.tsx'
import type { ClipAction } from './clip-table.tsx'
import { DeleteDialog } from './delete-dialog.tsx'
import { LinkDialog } from './link-dialog.tsx'
import { clipsQuery, hasClips, largestIn, play, sameClip } from './queries.ts'
import { RenameDialog } from './rename-dialog.tsx'

/** The clips that the device can play. B §2. */
export function AudioclipsPage() {
  const text = useText()
  const language = useLanguage()
  const query = useQuery(clipsQuery)
  const [adding, setAdding] = useState(false)
  const plays = query.data !== undefined && hasClips(query.data)
  return (
    <>
      <PageHead
        title={text('pages.audioclips')}
        note={text('audioclips.note')}
        actions={
          plays ? (
            <Button
              kind="primary"
              data-field="clips"
              icon={<Plus size={16} aria-hidden="true" />}
              onClick={() => setAdding(true)}
            >
              {text('audioclips.add')}
            </Button>
          ) : undefined
        }
      />
      <QueryView query={query}>
        {(values) =>
          hasClips(values) ? (
            <Clips values={values} />
          ) : (
            <Notice>{text('audioclips.noSpeaker')}</Notice>
          )
        }
      </QueryView>
      {adding && query.data && (
        <AddDialog
          largest={largestIn(query.data)}
          taken={clipsIn(query.data, language).map(({ name }) => name)}
          onClose={() => setAdding(false)}
        />
      )}
    </>
  )
}

function Clips({ values }: { values: ParameterValues }) {
  const text = useText()
  const language = useLanguage()
  const { starting, start, halt } = useControl()
  const { data, isPending } = useQuery(soundQuery)
  const sound = data?.sound
  const [wish, setWish] = useState<{ action: ClipAction; clip: Clip }>()
  const clips = clipsIn(values, language)

  function act(action: ClipAction, clip: Clip) {
    if (action === 'play') start(clip)
    else if (action === 'stop') halt()
    else setWish({ action, clip })
  }

  return (
    <>
      <Card label={text('pages.audioclips')}>
        <ClipTable
          clips={clips}
          playing={
            isPending ? null : sound === undefined ? undefined : (starting ?? sound?.clip ?? null)
          }
          onAction={act}
        />
      </Card>
      {wish && (
        <ClipDialog
          {...wish}
          values={values}
          taken={clips.flatMap(({ id, name }) => (id === wish.clip.id ? [] : [name]))}
          onClose={() => setWish(undefined)}
        />
      )}
    </>
  )
}

/**
 * Starts and stops clips, and reports failures. The device may need seconds to decode a clip; until
 * then it is `starting`, and can be stopped or replaced: the last order counts.
 */
function useControl() {
  const faultText = useFaultText()
  const [starting, setStarting] = useState<string>()
  const orders = useRef(0)

  async function run(order: () => Promise<void>, clip?: Clip) {
    orders.current += 1
    const own = orders.current
    setStarting(clip?.id)
    try {
      await order()
    } catch (fault) {
      showToast({ status: 'critical', text: faultText(fault) })
    }
    if (own === orders.current) setStarting(undefined)
  }

  return {
    /** The number of the clip that is about to sound. */
    starting,
    start: (clip: Clip) => void run(() => play(clip), clip),
    halt: () => void run(stopSound),
  }
}

interface ClipDialogProps {
  action: ClipAction
  /** As it was when the dialog opened. */
  clip: Clip
  values: ParameterValues
  /** The names of the other clips. */
  taken: readonly string[]
  onClose: () => void
}

/** The dialog about a clip; unless it is to be deleted, it closes if somebody else does that. */
function ClipDialog({ action, clip, values, taken, onClose }: ClipDialogProps) {
  const now = sameClip(values, clip)
  if (action === 'delete') {
    return <DeleteDialog clip={now ?? clip} asked={clip.name} onClose={onClose} />
  }
  if (!now) return <Gone clip={clip} onClose={onClose} />
  if (action === 'link') return <LinkDialog clip={clip} onClose={onClose} />
  return <RenameDialog clip={clip} values={values} taken={taken} onClose={onClose} />
}

function Gone({ clip, onClose }: Pick<ClipDialogProps, 'clip' | 'onClose'>) {
  const text = useText()
  const { name } = clip
  const message = text('audioclips.gone', { name })
  const leave = useRef(onClose)
  useEffect(() => {
    showToast({ status: 'warning', text: message })
    leave.current()
  }, [message])
  return null
}
