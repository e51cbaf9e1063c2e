/** The test of the loudspeaker, as an outside client makes it. */
import * as audio from '@lintel/contract/calls/audio'
import { expect } from 'vitest'
import type { Client } from '../../front-door/src/testing/clients/client.ts'
import type { Station } from './station.ts'

const REPORT = {
  call: audio.getSpeakerTestReport,
  json: { 'axast:GetSpeakerTestReport': {} },
} as const

/** More than a run takes. */
const LATER = 5_000

/** Calibrates the loudspeaker and tests it. */
export async function testLoudspeaker(station: Station, client: Client): Promise<void> {
  const becomes = async (status: string) => {
    station.send({ type: 'advance', ask: 1, milliseconds: LATER })
    await expect
      .poll(async () => (await station.makes(client, [REPORT]))[0]?.text)
      .toContain(`"SpeakerTestStatus":"${status}"`)
  }
  await station.makes(client, [
    { call: audio.calibrateSpeakerTest, json: { 'axast:CalibrateSpeakerTest': {} }, find: /^\{\}/ },
    { ...REPORT, find: /"SpeakerTestStatus":"Pending"/ },
  ])
  await becomes('Calibrated')
  await station.makes(client, [
    { call: audio.performSpeakerTest, json: { 'axast:PerformSpeakerTest': {} }, find: /^\{\}/ },
  ])
  await becomes('OK')
}
