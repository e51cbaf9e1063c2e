import { EARLIEST_YEAR, LATEST_YEAR } from '@lintel/contract/clock-years'
import {
  getAllTime,
  getDateTimeInfo,
  getTimeStatus,
  getTimeVersions,
  resetTimeZone,
  setDateTime,
  setPosixTimeZone,
  setTimeZone,
} from '@lintel/contract/calls/time'
import { Refusal } from '@lintel/contract/fault'
import { serve, serveChange } from '@lintel/front-door/serve'
import { parsePosixZone } from '../../clock/posix-zone.ts'
import { zoneOffset } from '../../clock/zone.ts'
import type { Device } from '../../device.ts'
import type { Service } from '../service.ts'
import { dateCalls } from './date.ts'
import { posixRuleOf } from './derive.ts'
import { ntpCalls } from './ntp.ts'
import { ZONE_DST, ZONE_NAME, ZONE_RULE, zoneOf } from './local.ts'
import { setClock } from './set-clock.ts'
import { matchZone, useZone, zoneNamed, zoneNames } from './set-zone.ts'

/** The device's clock and zone. Source: console specification A §7 "Date and time". */
export const timeService: Service = (device) => {
  const changed = () => {
    device.events.changed('time')
  }
  const subscriptions = [
    device.clock.onJump(changed),
    device.parameters.subscribe('root.Time', (names) => {
      followRule(device, names)
      changed()
    }),
  ]
  return {
    calls: [...dateCalls(device), ...timeCalls(device), ...ntpCalls(device)],
    close() {
      for (const unsubscribe of subscriptions) unsubscribe()
    },
  }
}

/** A rule that a client writes as a parameter replaces the named zone. */
function followRule({ parameters, clock }: Device, names: readonly string[]): void {
  const name = parameters.get(ZONE_NAME)
  if (name === '' || !names.includes(ZONE_RULE)) return
  const own = posixRuleOf(name, new Date(clock.now()).getUTCFullYear())
  if (parameters.get(ZONE_RULE) !== own) parameters.set({ [ZONE_NAME]: '' })
}

function timeCalls(device: Device) {
  return [
    serve(getDateTimeInfo, () => dateTimeInfo(device)),
    serve(getAllTime, (_, context) => {
      context.version(device.parameters.versions.current())
      const info = dateTimeInfo(device)
      const names = new Set([...zoneNames(), ...(info.timeZone ? [info.timeZone] : [])])
      return {
        ...info,
        dhcpTimeZone: '',
        dhcpTimeZoneUtilized: false,
        // An alias is listed while it is in use, so that lists can show it as selected.
        timeZones: Array.from(names).toSorted(),
      }
    }),
    serve(setDateTime, ({ dateTime }) => {
      setClock(device, utcIn(dateTime))
      return {}
    }),
    serveChange(setTimeZone, ({ timeZone }, context) => {
      const name = zoneNamed(timeZone)
      matchZone(device, context)
      useZone(device, name)
      return { timeZone: name }
    }),
    serveChange(setPosixTimeZone, ({ posixTimeZone, enableDst }, context) => {
      if (!parsePosixZone(posixTimeZone)) throw new Refusal('invalid', 'not a POSIX time zone.')
      matchZone(device, context)
      device.parameters.set({
        [ZONE_NAME]: '',
        [ZONE_RULE]: posixTimeZone,
        [ZONE_DST]: enableDst,
      })
      return { posixTimeZone }
    }),
    serveChange(resetTimeZone, (_, context) => {
      matchZone(device, context)
      const { factory } = device.parameters
      device.parameters.set({
        [ZONE_NAME]: factory(ZONE_NAME),
        [ZONE_RULE]: factory(ZONE_RULE),
        [ZONE_DST]: factory(ZONE_DST),
      })
      return {}
    }),
    serve(getTimeStatus, () => device.ntp.status()),
    serve(getTimeVersions, () => ({ apiVersions: ['1.0', '1.1'] })),
  ]
}

function dateTimeInfo(device: Device) {
  const now = device.clock.now()
  const zone = zoneOf(device.parameters)
  const offset = zoneOffset(zone, now)
  return {
    dateTime: isoSeconds(now, 'Z'),
    localDateTime: isoSeconds(now + offset, offsetText(offset)),
    maxYearSupported: LATEST_YEAR,
    ...(zone.name === '' ? {} : { timeZone: zone.name }),
    posixTimeZone:
      zone.name === '' ? zone.posix : posixRuleOf(zone.name, new Date(now).getUTCFullYear()),
    dstEnabled: zone.daylightSaving,
  }
}

function isoSeconds(time: number, suffix: string): string {
  return `${new Date(time).toISOString().slice(0, 19)}${suffix}`
}

const two = (value: number) => String(value).padStart(2, '0')

/** `+01:00`; the seconds of historical zones are dropped. */
function offsetText(offset: number): string {
  const minutes = Math.floor(Math.abs(offset) / 60_000)
  return `${offset < 0 ? '-' : '+'}${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`
}

/** UTC milliseconds of `2026-11-20T13:07:32Z`; accepts real dates with whole seconds only. */
function utcIn(text: string): number {
  const utc = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/.test(text) ? Date.parse(text) : Number.NaN
  const year = new Date(utc).getUTCFullYear()
  const isReal = !Number.isNaN(utc) && isoSeconds(utc, 'Z') === text
  if (!isReal || year < EARLIEST_YEAR || year > LATEST_YEAR) {
    throw new Refusal('invalid', 'dateTime must be UTC, as 2026-11-20T13:07:32Z.')
  }
  return utc
}
