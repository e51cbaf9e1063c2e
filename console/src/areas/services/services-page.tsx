import { IconButton, LinkButton } from '@lintel/ui/button'
import { Card } from '@lintel/ui/card'
import { EditLink } from '@lintel/ui/edit-link'
import { useText } from '@lintel/ui/i18n'
import type { TextOf } from '@lintel/ui/i18n'
import type { Column } from '@lintel/ui/list'
import { PageHead } from '@lintel/ui/page-head'
import { Table } from '@lintel/ui/table'
import { useQuery } from '@tanstack/react-query'
import { Blocks, Play, Square } from 'lucide-react'
import { useQueryList } from '../../app/list/query-list.ts'
import { hrefTo, paths } from '../../app/routing/paths.ts'
import { useStore } from '@lintel/ui/store'
import { LicenceChip, StatusChip } from './chips.tsx'
import { NotAllowed } from './not-allowed.tsx'
import { applicationsQuery, conditionsQuery, installing } from './queries.ts'
import type { AppRow } from './queries.ts'
import styles from './services.module.css'
import { useControl } from './use-control.ts'

const rowsIn = (applications: readonly AppRow[]) => applications

/** The installed applications. B §2. */
export function ServicesPage() {
  const text = useText()
  const query = useQuery(applicationsQuery)
  const control = useControl()
  const busy = useStore(installing)
  const { data: conditions } = useQuery(conditionsQuery)
  const isAllowed = conditions?.allowed !== false
  const columns = columnsOf(text, { busy, control })
  const list = useQueryList(query, rowsIn, { columns })
  return (
    <>
      <PageHead
        title={text('pages.services')}
        note={text('services.note')}
        actions={
          <>
            <LinkButton href={hrefTo(paths.remoteService())}>
              {text('pages.remoteService')}
            </LinkButton>
            {isAllowed && (
              <LinkButton kind="primary" href={hrefTo(paths.installApplication())}>
                {text('pages.installApplication')}
              </LinkButton>
            )}
          </>
        }
      />
      <NotAllowed />
      <Card>
        <Table
          caption={text('pages.services')}
          columns={columns}
          list={list}
          empty={text(isAllowed ? 'services.empty' : 'services.none')}
          icon={Blocks}
        />
      </Card>
    </>
  )
}

function columnsOf(
  text: TextOf,
  { busy, control }: { busy: boolean; control: ReturnType<typeof useControl> },
): Column<AppRow>[] {
  return [
    {
      id: 'name',
      head: text('ui.name'),
      sortBy: ({ niceName }) => niceName,
      cell: (app) => (
        <>
          <b>{app.niceName}</b> <StatusChip app={app} />
        </>
      ),
    },
    {
      id: 'vendor',
      head: text('services.vendor'),
      sortBy: ({ vendor }) => vendor,
      wideOnly: true,
      cell: ({ vendor }) => vendor,
    },
    {
      id: 'version',
      head: text('services.version'),
      wideOnly: true,
      cell: ({ version }) => version,
    },
    {
      id: 'licence',
      head: text('services.licence'),
      sortBy: ({ licence }) => licence,
      cell: (app) => <LicenceChip app={app} />,
    },
    {
      id: 'actions',
      head: text('ui.actions'),
      headHidden: true,
      end: true,
      cell: (app) => (
        <span className={styles['actions']}>
          <IconButton
            label={text(app.running ? 'services.stopNamed' : 'services.startNamed', {
              name: app.niceName,
            })}
            icon={app.running ? <Square size={18} /> : <Play size={18} />}
            disabled={busy}
            onClick={() => control(app)}
          />
          <EditLink
            href={hrefTo(paths.editApplication({ name: app.name }))}
            label={text('ui.editNamed', { name: app.niceName })}
          />
        </span>
      ),
    },
  ]
}
