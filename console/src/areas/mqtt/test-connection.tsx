import type { MqttSettings, MqttTest } from '@lintel/contract/calls/mqtt'
import { Button } from '@lintel/ui/button'
import { Row } from '@lintel/ui/card'
import { useFaultText } from '@lintel/ui/fault-text'
import type { Form } from '@lintel/ui/form'
import { useText } from '@lintel/ui/i18n'
import { Notice } from '@lintel/ui/notice'
import { useState } from 'react'
import { tryMqtt } from './queries.ts'
import { useReason } from './reason.ts'
import { triedClient } from './settings.ts'
import type { MqttValues } from './settings.ts'

/** What became of a test: the broker's answer, or why the device could not be asked. */
type Outcome = {
  /** What was tried. */
  tried: string
} & ({ answer: MqttTest } | { fault: unknown })

/** Fields of the rest of the form may be wrong: the broker is not asked about them. */
const TRIED = ['host', 'port', 'basepath', 'username', 'password', 'clientId', 'keepAlive'] as const

/** Tries the typed settings of the broker without storing them. */
export function TestConnection(props: {
  form: Form<MqttValues>
  values: MqttValues
  state: MqttSettings
}) {
  const { form, values, state } = props
  const text = useText()
  const [busy, setBusy] = useState(false)
  const [outcome, setOutcome] = useState<Outcome>()
  const now = JSON.stringify(triedClient(values, state))

  async function tryIt() {
    setOutcome(undefined)
    if (!(await form.methods.trigger(TRIED))) return
    setBusy(true)
    try {
      setOutcome({ tried: now, answer: await tryMqtt(values, state) })
    } catch (fault) {
      setOutcome({ tried: now, fault })
    } finally {
      setBusy(false)
    }
  }

  return (
    <>
      <Row name={text('mqtt.test')} help={text('mqtt.test.help')}>
        <Button
          busy={busy}
          disabled={values.host === ''}
          data-field="test"
          onClick={() => void tryIt()}
        >
          {text('mqtt.test.start')}
        </Button>
      </Row>
      {outcome?.tried === now && <Result outcome={outcome} />}
    </>
  )
}

function Result({ outcome }: { outcome: Outcome }) {
  const text = useText()
  const reasonOf = useReason()
  const faultText = useFaultText()
  if ('fault' in outcome) {
    return (
      <Notice status="crit" title={text('ui.notDone')}>
        {faultText(outcome.fault)}
      </Notice>
    )
  }
  const { ok, reason = 'internal', detail } = outcome.answer
  const { title, more } = reasonOf(reason, detail)
  return ok ? (
    <Notice status="ok" title={text('mqtt.test.ok')} />
  ) : (
    <Notice status="crit" title={title}>
      {more}
    </Notice>
  )
}
