import type { Clip } from '@lintel/contract/parameters/clips'
import { IconButton } from '@lintel/ui/button'
import { useText } from '@lintel/ui/i18n'
import type { TextOf } from '@lintel/ui/i18n'
import { useLocalList } from '@lintel/ui/list'
import type { Column } from '@lintel/ui/list'
import { Table } from '@lintel/ui/table'
import { Download, Link, Pencil, Play, Square, Trash2 } from 'lucide-react'
import styles from './audioclips.module.css'
import { fileAddress } from './queries.ts'

/** What a person wants with a clip. */
export type ClipAction = 'play' | 'stop' | 'link' | 'rename' | 'delete'

interface TableProps {
  clips: readonly Clip[]
  /** The clip that sounds. */
  playing: string | undefined
  /** The clip that is being started or stopped. */
  busy: string | undefined
  onAction: (action: ClipAction, clip: Clip) => void
}

/** The clips of the device, with what can be done with each. B §2. */
export function ClipTable(props: TableProps) {
  const text = useText()
  const columns = columnsOf(text, props)
  const list = useLocalList({ rows: props.clips }, { columns, filterBy: ({ name }) => name })
  return (
    <Table
      caption={text('pages.audioclips')}
      columns={columns}
      list={list}
      filterLabel={text('audioclips.filter')}
      empty={text('audioclips.empty')}
    />
  )
}

function columnsOf(text: TextOf, props: TableProps): Column<Clip>[] {
  const { playing, busy, onAction } = props
  return [
    {
      id: 'name',
      head: text('audioclips.name'),
      sortBy: ({ name }) => name,
      cell: ({ name }) => name,
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
      width: '240px',
      cell: (clip) => {
        const { id, name } = clip
        const sounds = playing === id
        return (
          <span className={styles['actions']}>
            <IconButton
              label={text(sounds ? 'audioclips.stopNamed' : 'audioclips.playNamed', { name })}
              icon={sounds ? <Square size={18} /> : <Play size={18} />}
              disabled={busy !== undefined}
              onClick={() => onAction(sounds ? 'stop' : 'play', clip)}
            />
            <IconButton
              label={text('audioclips.linkTo', { name })}
              icon={<Link size={18} />}
              onClick={() => onAction('link', clip)}
            />
            <a
              className={styles['download']}
              href={fileAddress(id)}
              download
              aria-label={text('audioclips.downloadNamed', { name })}
              title={text('audioclips.downloadNamed', { name })}
            >
              <Download size={18} aria-hidden="true" />
            </a>
            <IconButton
              label={text('audioclips.renameTitle', { name })}
              icon={<Pencil size={18} />}
              onClick={() => onAction('rename', clip)}
            />
            <IconButton
              label={text('audioclips.deleteNamed', { name })}
              icon={<Trash2 size={18} />}
              onClick={() => onAction('delete', clip)}
            />
          </span>
        )
      },
    },
  ]
}
