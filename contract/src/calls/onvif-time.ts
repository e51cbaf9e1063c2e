import { soapCall } from '../call.ts'
import { ONVIF_SCHEMA } from '../soap/service.ts'
import { boolean, number, once, optional, text } from '../soap/shape.ts'
import type { ChoiceShape, RecordShape } from '../soap/shape.ts'
import { deviceManagement } from './onvif-users.ts'

const source: ChoiceShape<'Manual' | 'NTP'> = {
  type: 'choice',
  name: 'SetDateTimeType',
  namespace: ONVIF_SCHEMA,
  options: ['Manual', 'NTP'],
}

const zone = {
  type: 'record',
  name: 'TimeZone',
  namespace: ONVIF_SCHEMA,
  fields: { TZ: once(text) },
} satisfies RecordShape

const time = {
  type: 'record',
  name: 'Time',
  namespace: ONVIF_SCHEMA,
  fields: { Hour: once(number), Minute: once(number), Second: once(number) },
} satisfies RecordShape

const date = {
  type: 'record',
  name: 'Date',
  namespace: ONVIF_SCHEMA,
  fields: { Year: once(number), Month: once(number), Day: once(number) },
} satisfies RecordShape

const dateTime = {
  type: 'record',
  name: 'DateTime',
  namespace: ONVIF_SCHEMA,
  fields: { Time: once(time), Date: once(date) },
} satisfies RecordShape

const systemDateTime = {
  type: 'record',
  name: 'SystemDateTime',
  namespace: ONVIF_SCHEMA,
  fields: {
    DateTimeType: once(source),
    DaylightSavings: once(boolean),
    TimeZone: optional(zone),
    UTCDateTime: optional(dateTime),
    LocalDateTime: optional(dateTime),
  },
} satisfies RecordShape

export const getOnvifTime = soapCall({
  id: 'onvif.getTime',
  path: '/vapix/services',
  aliases: ['/onvif/device_service'],
  service: deviceManagement,
  operation: 'GetSystemDateAndTime',
  access: 'anyone',
  effect: 'read',
  summary: "Returns the device's time and time zone, which a client needs to create a token.",
  source: 'ONVIF Core, device management',
  proof: 'client',
  input: {},
  output: { SystemDateAndTime: once(systemDateTime) },
})
