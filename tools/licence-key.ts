/**
 * `npx tsx tools/licence-key.ts --app 4711 --serial ACCC8E012345 [--version 2] [--expires 2027-01-31]`:
 * writes a licence key for an application on a device to standard output, signed with this checkout's
 * key, which its boards trust.
 */
import { parseArgs } from 'node:util'
import { writeLicence } from '../device/src/engines/apps/licence.ts'
import { signingKey } from './signing-key.mjs'

const text = { type: 'string' } as const
const { values } = parseArgs({
  options: { app: text, serial: text, version: text, expires: text },
})
const { app, serial, version = '', expires = '' } = values
if (app === undefined || serial === undefined) throw new Error('--app and --serial are needed.')
const licence = { applicationId: app, deviceId: serial.toUpperCase(), version, expires }
process.stdout.write(writeLicence(licence, await signingKey()))
