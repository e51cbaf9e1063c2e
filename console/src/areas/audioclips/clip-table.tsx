import type { Clip } from '@lintel/contract/parameters/clips'
import { Button, IconButton } from '@lintel/ui/button'
import { useText } from '@lintel/ui/i18n'
import type { TextOf } from '@lintel/ui/i18n'
import { useLocalList } from '@lintel/ui/list'
import type { Column } from '@lintel/ui/list'
import { Disclosure } from '@lintel/ui/popover'
import { Table } from '@lintel/ui/table'
import { useQuery } from '@tanstack/react-query'
import { Download, Ellipsis, Link, Music, Pencil, Play, Square, Trash2 } from 'lucide-react'
import type { ReactNode } from 'react'
import { useNarrow } from '../../app/use-narrow.ts'
import styles from './audioclips.module.css'
import { ClipSound } from './clip-sound.tsx'
import { fileAddress, waveformQuery } from './queries.ts'

/** What a person wants with a clip. */
export type ClipAction = 'play' | 'stop' | 'link' | 'rename' | 'delete'

interface ActionProps {
  /** The number of the clip that sounds, or null; undefined if the device doesn't say. */
  playing: string | null | undefined
  onAction: (action: ClipAction, clip: Clip) => void
}

/** The clips of the device, with what can be done with each. B §2. */
export function ClipTable({ clips, ...props }: ActionProps & { clips: readonly Clip[] }) {
  const text = useText()
  const columns = columnsOf(text, props)
  const list = useLocalList({ rows: clips }, { columns, filterBy: ({ name }) => name })
  return (
    <Table
      caption={text('pages.audioclips')}
      columns={columns}
      list={list}
      filterLabel={text('audioclips.filter')}
      empty={text('audioclips.empty')}
      icon={Music}
    />
  )
}

function columnsOf(text: TextOf, props: ActionProps): Column<Clip>[] {
  return [
    {
      id: 'name',
      head: text('ui.name'),
      sortBy: ({ name }) => name,
      cell: (clip) => (
        <span className={styles['clip']}>
          <span>{clip.name}</span>
          <ClipSound clip={clip} />
        </span>
      ),
    },
    {
      id: 'location',
      head: text('audioclips.location'),
      sortBy: ({ location }) => location,
      wideOnly: true,
      cell: ({ location }) => <span className="mono">{location}</span>,
    },
    {
      id: 'actions',
      head: text('ui.actions'),
      headHidden: true,
      end: true,
      cell: (clip) => <Actions clip={clip} {...props} />,
    },
  ]
}

/**
 * The buttons of a clip; in a narrow window, all but the first are in a menu. One that sounds can be
 * stopped, and so can any if the device doesn't say what sounds.
 */
function Actions({ clip, playing, onAction }: ActionProps & { clip: Clip }) {
  const text = useText()
  const narrow = useNarrow()
  const { id, name } = clip
  const sounds = playing === id
  const rest = <OtherActions clip={clip} onAction={onAction} worded={narrow} />
  return (
    <span className={styles['actions']}>
      {/* One button for both, so that it keeps the focus. */}
      <IconButton
        label={text(sounds ? 'audioclips.stopNamed' : 'audioclips.playNamed', { name })}
        icon={sounds ? <Square size={18} /> : <Play size={18} />}
        onClick={() => onAction(sounds ? 'stop' : 'play', clip)}
      />
      {playing === undefined && (
        <IconButton
          label={text('audioclips.stopNamed', { name })}
          icon={<Square size={18} />}
          onClick={() => onAction('stop', clip)}
        />
      )}
      {narrow ? (
        <Disclosure
          end
          label={text('audioclips.more', { name })}
          button={<Ellipsis className={styles['more']} size={18} aria-hidden="true" />}
        >
          <div className={styles['menu']}>{rest}</div>
        </Disclosure>
      ) : (
        rest
      )}
    </span>
  )
}

/** What can be done with a clip besides playing it, with words or as icons alone. */
function OtherActions(props: Pick<ActionProps, 'onAction'> & { clip: Clip; worded: boolean }) {
  const { clip, worded, onAction } = props
  const text = useText()
  const { data } = useQuery(waveformQuery(clip))
  const { name } = clip
  const isFactory = data?.factory === true
  const download = text('audioclips.downloadNamed', { name })
  return (
    <>
      <Action
        icon={<Link size={18} aria-hidden="true" />}
        label={text('audioclips.linkTo', { name })}
        word={worded ? text('audioclips.link') : undefined}
        onClick={() => onAction('link', clip)}
      />
      <a
        className={styles['download']}
        href={fileAddress(clip)}
        download
        aria-label={download}
        title={download}
      >
        <Download size={18} aria-hidden="true" />
        {worded && text('audioclips.download')}
      </a>
      <Action
        icon={<Pencil size={18} aria-hidden="true" />}
        label={text('audioclips.renameTitle', { name })}
        word={worded ? text('audioclips.rename') : undefined}
        onClick={() => onAction('rename', clip)}
      />
      <Action
        icon={<Trash2 size={18} aria-hidden="true" />}
        label={text(isFactory ? 'audioclips.kept' : 'audioclips.deleteNamed', { name })}
        word={worded ? text('ui.delete') : undefined}
        disabled={isFactory}
        onClick={() => onAction('delete', clip)}
      />
    </>
  )
}

function Action(props: {
  icon: ReactNode
  /** Its accessible name. */
  label: string
  /** What a menu shows; undefined for an icon alone. */
  word: string | undefined
  disabled?: boolean
  onClick: () => void
}) {
  const { icon, label, word, disabled = false, onClick } = props
  if (word === undefined) {
    return <IconButton label={label} icon={icon} disabled={disabled} onClick={onClick} />
  }
  return (
    <Button
      kind="quiet"
      icon={icon}
      aria-label={label}
      disabled={disabled}
      data-close
      onClick={onClick}
    >
      {word}
    </Button>
  )
}
