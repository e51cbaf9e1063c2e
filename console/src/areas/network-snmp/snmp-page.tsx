import { useText } from '@lintel/ui/i18n'
import { LoadFailed, Loading } from '@lintel/ui/loading'
import { PageHead } from '@lintel/ui/page-head'
import { useQuery } from '@tanstack/react-query'
import { snmpSetting } from './queries.ts'
import { SnmpForm } from './snmp-form.tsx'

/** Monitoring by network managers. A §2 SNMP. */
export function SnmpPage() {
  const text = useText()
  const { data, error, refetch } = useQuery(snmpSetting.query)
  return (
    <>
      <PageHead title={text('pages.networkSnmp')} note={text('networkSnmp.note')} />
      {data ? (
        <SnmpForm settings={data} />
      ) : error ? (
        <LoadFailed fault={error} onRetry={() => void refetch()} />
      ) : (
        <Loading />
      )}
    </>
  )
}
