import type { DtmfConfiguration } from '@lintel/contract/calls/sip-dtmf'
import { Card } from '@lintel/ui/card'
import type { TextOf } from '@lintel/ui/i18n'
import { useText } from '@lintel/ui/i18n'
import type { Column } from '@lintel/ui/list'
import { PageHead } from '@lintel/ui/page-head'
import { Table } from '@lintel/ui/table'
import { useQuery } from '@tanstack/react-query'
import { useQueryList } from '../../app/list/query-list.ts'
import { dtmfQuery } from './queries.ts'

type Row = DtmfConfiguration & { id: string }

const rowsIn = (configurations: readonly DtmfConfiguration[]): Row[] =>
  configurations.map((one) => ({ ...one, id: one.Id }))

function columnsOf(text: TextOf): Column<Row>[] {
  const yesNo = (yes: boolean) => text(yes ? 'ui.yes' : 'ui.no')
  return [
    { id: 'name', head: text('ui.name'), sortBy: ({ Name }) => Name, cell: ({ Name }) => Name },
    { id: 'audio', head: text('sipDtmf.audio'), cell: ({ RFC2833 }) => yesNo(RFC2833) },
    { id: 'info', head: text('sipDtmf.info'), cell: ({ RFC2976 }) => yesNo(RFC2976) },
  ]
}

/** How the device takes keys during calls. B §2 SIP (DTMF-02). */
export function SipDtmfPage() {
  const text = useText()
  const columns = columnsOf(text)
  const list = useQueryList(useQuery(dtmfQuery), rowsIn, { columns })
  return (
    <>
      <PageHead title={text('pages.sipDtmf')} note={text('sipDtmf.note')} />
      <Card>
        <Table
          caption={text('pages.sipDtmf')}
          columns={columns}
          list={list}
          empty={text('sipDtmf.empty')}
        />
      </Card>
    </>
  )
}
