import type { ParameterValues } from '@lintel/contract/calls/parameters'
import { parameterRecord } from '@lintel/contract/parameters/record'
import { time } from '@lintel/contract/parameters/time'
import { timeServer } from '@lintel/contract/rules/address'
import { manualDate, manualTime, parseDate, parseTime } from '@lintel/contract/rules/date'
import { found, problem } from '@lintel/contract/rules/problem'
import type { Errors } from '@lintel/contract/rules/problem'

/** The time source as a form holds it. A §3. */
export interface SourceValues {
  automatic: boolean
  /** The source of automatic time: the server from DHCP, or the one typed here. */
  source: 'dhcp' | 'named'
  server: string
  /** DD/MM/YYYY. */
  date: string
  /** HH:mm. */
  time: string
}

const PARAMETERS = parameterRecord(time, {
  syncSource: 'root.Time.SyncSource',
  fromDhcp: 'root.Time.ObtainFromDHCP',
  server: 'root.Time.NTP.Server',
  dhcpServer: 'root.Time.NTP.VolatileServer',
})

/** The time source as stored in the parameters. A §4, A §7. */
export function sourceIn(
  parameters: ParameterValues,
): Pick<SourceValues, 'automatic' | 'source' | 'server'> {
  const { syncSource, fromDhcp, server } = PARAMETERS.read(parameters)
  return { automatic: syncSource === 'NTP', source: fromDhcp ? 'dhcp' : 'named', server }
}

/** The time server that DHCP supplied; empty without one. */
export const dhcpServerIn = (parameters: ParameterValues): string =>
  PARAMETERS.read(parameters).dhcpServer

/** The first year that a clock can be set to. */
const FIRST_YEAR = 1970

/**
 * Source: specification A §5.
 * @param lastYear the last one that the device's clock can be set to
 */
export function checkSource(values: SourceValues, lastYear: number): Errors<SourceValues> {
  if (!values.automatic) {
    const year = parseDate(values.date)?.year
    const outside = year !== undefined && (year < FIRST_YEAR || year > lastYear)
    return found<SourceValues>({
      date:
        manualDate(values.date) ??
        (outside ? problem('dateTime.yearRange', { min: FIRST_YEAR, max: lastYear }) : undefined),
      time: manualTime(values.time),
    })
  }
  return values.source === 'dhcp' ? {} : found<SourceValues>({ server: timeServer(values.server) })
}

/** Parameters of the time source. A named server belongs to automatic time only. A §4, A §7. */
export function sourceParameters(values: SourceValues): Record<string, string> {
  if (!values.automatic) return PARAMETERS.write({ syncSource: 'None' })
  const fromDhcp = values.source === 'dhcp'
  return PARAMETERS.write({
    syncSource: 'NTP',
    fromDhcp,
    server: fromDhcp ? undefined : values.server,
  })
}

/** The manual date for the date call, with second 0 (SETUP-17). The values have passed the check. */
export function dateFields(values: SourceValues): Record<string, string> {
  const date = parseDate(values.date)
  const time = parseTime(values.time)
  if (!date || !time) throw new Error('the date was not checked')
  return {
    year: String(date.year),
    month: String(date.month),
    day: String(date.day),
    hour: String(time.hour),
    minute: String(time.minute),
    second: '0',
  }
}
