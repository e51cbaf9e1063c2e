/** What the specification of such a device promises its owner: somebody rings at night, and things happen. */
import { join } from 'node:path'
import { advanceClock, pressKey } from '@lintel/contract/bench'
import { addActionRule } from '@lintel/contract/calls/action-rules'
import type { NewActionRule } from '@lintel/contract/calls/action-rules'
import { getPorts } from '@lintel/contract/calls/io-ports'
import { activateMqttClient, configureMqttClient, getMqttStatus } from '@lintel/contract/calls/mqtt'
import { addRecipient } from '@lintel/contract/calls/recipients'
import { setDateTime, setTimeZone } from '@lintel/contract/calls/time'
import {
  hasPythonModule,
  openPythonServer,
} from '../../device/src/engines/delivery/testing/programs.ts'
import { HAS_MOSQUITTO, openMosquitto } from '../../device/src/engines/mqtt/testing/mosquitto.ts'
import { openOpenSsl } from '../../device/src/services/testing/openssl.ts'
import { expect, test } from '../fixture.ts'
import { inFrame } from '../pages/parts.ts'

const MAIL_SERVER = join(
  import.meta.dirname,
  '../../device/src/engines/delivery/testing/mail-server.py',
)

interface Mail {
  to: string[]
  subject: string
  text: string
  files: { name: string; type: string; bytes: string }[]
}

const RING_AT_NIGHT: Omit<NewActionRule, 'name' | 'template' | 'parameters'> = {
  enabled: true,
  start: { topic: 'Device/Lintel/CallButton', items: [] },
  conditions: [
    {
      topic: 'UserAlarm/Recurring/Interval',
      items: [
        { name: 'id', value: 'com.axis.schedules.after_hours' },
        { name: 'active', value: 'true' },
      ],
    },
  ],
  recipient: '',
  delay: 0,
  retries: 2,
}

test('somebody rings at night: a mail with a picture, a pulse of the relay, a message by MQTT, and the log', async ({
  page,
  open,
  rig,
}) => {
  test.skip(!hasPythonModule('aiosmtpd'), 'python3-aiosmtpd is not installed')
  test.skip(!HAS_MOSQUITTO, 'mosquitto is not installed')
  const openssl = openOpenSsl()
  await openssl.run(
    'req -x509 -nodes -days 2 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -keyout k.pem -out c.pem -subj /CN=mail',
  )
  const mail = await openPythonServer<{ open: number }, Mail>(MAIL_SERVER, {
    user: 'door',
    password: 'door',
    cert: openssl.path('c.pem'),
    key: openssl.path('k.pem'),
  })
  const broker = await openMosquitto()
  try {
    const heard = await broker.subscribe('#')
    const { root, bench } = rig
    await root.call(configureMqttClient, {
      server: { protocol: 'tcp', host: '127.0.0.1', port: broker.port },
    } as never)
    await root.call(activateMqttClient, {})
    await expect.poll(async () => (await root.call(getMqttStatus, {})).state).toBe('connected')
    const guard = await root.call(addRecipient, {
      name: 'Guard',
      template: 'com.axis.recipient.smtp',
      parameters: {
        email_to: 'guard@example.com',
        email_from: 'door@example.com',
        host: '127.0.0.1',
        port: String(mail.ready.open),
        encryption: 'none',
      },
    })
    await root.call(addActionRule, {
      ...RING_AT_NIGHT,
      name: 'Mail to the guard',
      template: 'com.axis.action.fixed.send_images.smtp',
      recipient: guard.id,
      parameters: { subject: 'Somebody rings', message: 'At %T on %F' },
    })
    await root.call(addActionRule, {
      ...RING_AT_NIGHT,
      name: 'Light',
      template: 'com.axis.action.fixed.io.toggle',
      parameters: { port: '2', state: 'high', duration: '60' },
    })
    await root.call(addActionRule, {
      ...RING_AT_NIGHT,
      name: 'Home',
      template: 'com.axis.action.fixed.mqttpublish',
      parameters: { topic: 'house/door', payload: 'ring', qos: '1', retained: 'false' },
    })
    await root.call(setTimeZone, { timeZone: 'Europe/Stockholm' })

    // By day nothing happens: the mail of the night is the first.
    await root.call(setDateTime, { dateTime: '2026-11-25T11:00:00Z' })
    await bench.call(pressKey, { key: 'callButton' })
    await root.call(setDateTime, { dateTime: '2026-11-25T21:30:00Z' })
    await bench.call(pressKey, { key: 'callButton' })

    const [sent] = await mail.take(1)
    expect(sent).toMatchObject({ to: ['guard@example.com'], subject: 'Somebody rings' })
    expect(sent?.text).toMatch(/^At 22:30:\d\d on 2026-11-25$/)
    expect(sent?.files).toMatchObject([{ type: 'image/jpeg' }])
    expect(sent?.files[0]?.name).toMatch(/^image-2026-11-25-22-30-\d\d\.jpg$/)
    expect(sent?.files[0]?.bytes).toMatch(/^ffd8ff.*ffd9$/)
    await expect.poll(() => heard.of('house/door')).toHaveLength(1)
    expect(heard.of('house/door')[0]).toMatchObject({ payload: 'ring', qos: 1 })
    const relay = async () =>
      (await root.call(getPorts, {})).items.find(({ port }) => port === '2')?.state
    expect(await relay()).toBe('closed')
    await bench.call(advanceClock, { milliseconds: 60_000 })
    expect(await relay()).toBe('open')

    await open('/events')
    await inFrame(page).getByRole('button', { name: 'Log' }).click()
    const log = inFrame(page).getByRole('table', { name: 'Log' })
    for (const rule of ['Mail to the guard', 'Light', 'Home']) {
      await expect(log.getByRole('row', { name: rule }).filter({ hasText: 'Done' })).toBeVisible()
    }
  } finally {
    await broker.close()
    await mail.close()
    openssl.close()
  }
})
