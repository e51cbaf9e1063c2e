import { MQTT_PORTS, MQTT_PROTOCOLS } from '@lintel/contract/calls/mqtt'
import type { MqttSettings } from '@lintel/contract/calls/mqtt'
import { LinkButton } from '@lintel/ui/button'
import { Card } from '@lintel/ui/card'
import { useCertificateName } from '@lintel/ui/certificate-name'
import { PasswordField, SelectField, SwitchField, TextField } from '@lintel/ui/fields'
import { setInput, SettingsForm, useFormValues } from '@lintel/ui/form'
import type { Form } from '@lintel/ui/form'
import { useText } from '@lintel/ui/i18n'
import { SaveBar } from '@lintel/ui/save-bar'
import { showToast } from '@lintel/ui/toast'
import { useEffect, useRef } from 'react'
import { hasPorts } from '../../app/conditions.ts'
import { hrefTo, paths } from '../../app/routing/paths.ts'
import { ChangedNotice } from '../../app/stored/changed-notice.tsx'
import { useStoredForm } from '../../app/stored/stored-form.ts'
import { useViewpoint } from '../../app/viewpoint.ts'
import { EventCard } from './event-card.tsx'
import { mqttSetting } from './queries.ts'
import { checkMqtt, usesSocket, usesTls } from './settings.ts'
import type { MqttValues } from './settings.ts'
import { TestConnection } from './test-connection.tsx'
import { WillCard } from './will-card.tsx'

/** All settings of MQTT. */
export function MqttForm({ state }: { state: MqttSettings }) {
  const text = useText()
  const { form, changed } = useStoredForm(mqttSetting, {
    state,
    check: checkMqtt,
    onSaved: () => showToast({ status: 'ok', text: text('mqtt.saved') }),
  })
  const values = useFormValues(form)
  const hasOutputs = hasPorts(useViewpoint())
  useUsualPort(form, values)
  return (
    <SettingsForm form={form} label={text('pages.mqtt')}>
      {changed && <ChangedNotice />}
      <BrokerCard form={form} values={values} state={state} />
      <Card title={text('mqtt.signIn')}>
        <TextField form={form} name="username" label={text('ui.userName')} autoComplete="off" />
        <PasswordField
          form={form}
          name="password"
          label={text('ui.password')}
          help={values.passwordSet ? text('ui.passwordKept') : undefined}
          foreign
        />
        <TextField
          form={form}
          name="clientId"
          label={text('mqtt.clientId')}
          placeholder={state.defaults.clientId}
          autoComplete="off"
          optional
          mono
        />
      </Card>
      {usesTls(values) && <TlsCard form={form} state={state} />}
      <WillCard form={form} values={values} prefix={state.defaults.deviceTopicPrefix} />
      <EventCard form={form} values={values} />
      <Card title={text('mqtt.homeAssistant')} note={text('mqtt.homeAssistant.note')}>
        <SwitchField
          form={form}
          name="homeAssistant"
          label={text('mqtt.announce')}
          help={hasOutputs ? text('mqtt.announce.help') : undefined}
        />
        {values.homeAssistant && (
          <TextField
            form={form}
            name="discoveryPrefix"
            label={text('mqtt.discoveryPrefix')}
            autoComplete="off"
            mono
          />
        )}
      </Card>
      <SaveBar form={form} />
    </SettingsForm>
  )
}

/** Another protocol brings its usual port, unless somebody has chosen another one. */
function useUsualPort(form: Form<MqttValues>, { protocol, port }: MqttValues): void {
  const last = useRef(protocol)
  useEffect(() => {
    const before = last.current
    last.current = protocol
    const isTyped = form.methods.getFieldState('protocol').isDirty
    if (!isTyped || before === protocol || port !== String(MQTT_PORTS[before])) return
    setInput(form, 'port', String(MQTT_PORTS[protocol]))
  }, [form, protocol, port])
}

interface CardProps {
  form: Form<MqttValues>
  state: MqttSettings
}

function BrokerCard({ form, values, state }: CardProps & { values: MqttValues }) {
  const text = useText()
  return (
    <Card title={text('mqtt.broker')}>
      <SwitchField form={form} name="active" label={text('mqtt.active')} />
      <SelectField
        form={form}
        name="protocol"
        label={text('mqtt.protocol')}
        options={MQTT_PROTOCOLS.map((value) => ({ value, label: text(`mqtt.protocol.${value}`) }))}
      />
      <TextField
        form={form}
        name="host"
        label={text('mqtt.host')}
        help={text('mqtt.host.help')}
        autoComplete="off"
        mono
      />
      <TextField form={form} name="port" label={text('mqtt.port')} inputMode="numeric" mono />
      {usesSocket(values) && (
        <TextField
          form={form}
          name="basepath"
          label={text('mqtt.basepath')}
          autoComplete="off"
          optional
          mono
        />
      )}
      <TextField
        form={form}
        name="keepAlive"
        label={text('mqtt.keepAlive')}
        help={text('mqtt.keepAlive.help')}
        inputMode="numeric"
      />
      <TestConnection form={form} values={values} state={state} />
    </Card>
  )
}

/** Certificates, below a choice for none of them. */
const optionsOf = (none: string, ids: readonly string[], nameOf: (id: string) => string) => [
  { value: '', label: none },
  ...ids.map((id) => ({ value: id, label: nameOf(id) })),
]

/** Whom the device trusts, and as whom it shows itself. */
function TlsCard({ form, state }: CardProps) {
  const text = useText()
  const nameOf = useCertificateName()
  const { own, authorities } = state.certificates
  return (
    <Card
      title={text('mqtt.encryption')}
      actions={
        <LinkButton href={hrefTo(paths.certificates())}>{text('ui.manageCertificates')}</LinkButton>
      }
    >
      <SwitchField
        form={form}
        name="validates"
        label={text('mqtt.validates')}
        help={text('mqtt.validates.help')}
      />
      <SelectField
        form={form}
        name="authority"
        label={text('mqtt.authority')}
        options={optionsOf(text('mqtt.authority.all'), authorities, nameOf)}
      />
      <SelectField
        form={form}
        name="certificate"
        label={text('ui.deviceCertificate')}
        options={optionsOf(text('mqtt.certificate.none'), own, nameOf)}
      />
    </Card>
  )
}
