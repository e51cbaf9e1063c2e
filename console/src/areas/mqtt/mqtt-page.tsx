import { useText } from '@lintel/ui/i18n'
import { PageHead } from '@lintel/ui/page-head'
import { useQuery } from '@tanstack/react-query'
import { QueryView } from '../../app/query-view.tsx'
import { MqttForm } from './mqtt-form.tsx'
import { MqttState } from './mqtt-state.tsx'
import { mqttSetting } from './queries.ts'

/** The connection to a broker, and what goes over it. */
export function MqttPage() {
  const text = useText()
  const settings = useQuery(mqttSetting.query)
  return (
    <>
      <PageHead title={text('pages.mqtt')} note={text('mqtt.note')} />
      <MqttState />
      <QueryView query={settings}>{(state) => <MqttForm state={state} />}</QueryView>
    </>
  )
}
