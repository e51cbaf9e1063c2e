import { useText } from '@lintel/ui/i18n'
import { PageHead } from '@lintel/ui/page-head'
import { useQuery } from '@tanstack/react-query'
import { QueryView } from '../../app/query-view.tsx'
import { snmpSetting } from './queries.ts'
import { SnmpForm } from './snmp-form.tsx'

/** Monitoring by network managers. A §2 SNMP. */
export function SnmpPage() {
  const text = useText()
  const snmp = useQuery(snmpSetting.query)
  return (
    <>
      <PageHead title={text('pages.networkSnmp')} note={text('networkSnmp.note')} />
      <QueryView query={snmp}>{(settings) => <SnmpForm settings={settings} />}</QueryView>
    </>
  )
}
