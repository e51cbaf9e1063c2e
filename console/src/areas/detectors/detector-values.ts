/** The settings of the detectors as the form has them. Source: specification B §2, B §3 "Detection". */
import type { ParameterValues } from '@lintel/contract/calls/parameters'
import { DARKNESS } from '@lintel/contract/parameters/detectors'
import { yesNo } from '@lintel/contract/parameters/codec'
import { valueIn } from '@lintel/contract/parameters/record'
import { found, wholeFrom } from '@lintel/contract/rules/problem'
import type { Errors } from '@lintel/contract/rules/problem'

/** DETECT-02. */
export interface ShockState {
  isShockEnabled: boolean
  /** 0 to 100. */
  shockSensitivity: number
}

export interface DetectorState {
  parameters: ParameterValues
  /** Undefined on products without the sensor. */
  shock: ShockState | undefined
}

export type DetectorValues = {
  /** Percent of full scale. */
  alarmLevel: string
  dark: boolean
  /** Percent of the picture. */
  darkThreshold: string
  /** Seconds. */
  darkDuration: string
  shock: boolean
  shockSensitivity: string
}

const ALARM_LEVEL = 'root.AudioSource.A0.AlarmLevel'
const DARK = 'root.Tampering.T0.DarkDetectionEnabled'
const DARK_THRESHOLD = 'root.Tampering.T0.DarkThreshold'
const DARK_DURATION = 'root.Tampering.T0.MinDuration'

/** The detectors that the device has (OPEN-113). */
export const detectorsIn = ({ parameters, shock }: DetectorState) => ({
  sound: parameters.has(ALARM_LEVEL),
  darkness: parameters.has(DARK),
  shock: shock !== undefined,
})

/** The settings; those of detectors that the device lacks are empty. */
export function detectorValues({ parameters, shock }: DetectorState): DetectorValues {
  return {
    alarmLevel: parameters.get(ALARM_LEVEL) ?? '',
    dark: valueIn(parameters, DARK, yesNo),
    darkThreshold: parameters.get(DARK_THRESHOLD) ?? '',
    darkDuration: parameters.get(DARK_DURATION) ?? '',
    shock: shock?.isShockEnabled ?? false,
    shockSensitivity: String(shock?.shockSensitivity ?? ''),
  }
}

/** The parameters that differ, as `param.cgi` takes them. */
export function parameterChanges(
  before: DetectorValues,
  sent: DetectorValues,
): Record<string, string> {
  const written = (values: DetectorValues) => ({
    [ALARM_LEVEL]: values.alarmLevel,
    [DARK]: yesNo.encode(values.dark),
    [DARK_THRESHOLD]: values.darkThreshold,
    [DARK_DURATION]: values.darkDuration,
  })
  const old: Record<string, string> = written(before)
  return Object.fromEntries(Object.entries(written(sent)).filter(([name, to]) => to !== old[name]))
}

const numberRule = ({ min, max }: { min: number; max: number }) => wholeFrom(min, max)

/** Checks the fields of the detectors that the device has. */
export function checkDetectors(
  { darkThreshold, darkDuration }: DetectorValues,
  { darkness }: ReturnType<typeof detectorsIn>,
): Errors<DetectorValues> {
  if (!darkness) return {}
  return found<DetectorValues>({
    darkThreshold: numberRule(DARKNESS.threshold)(darkThreshold),
    darkDuration: numberRule(DARKNESS.duration)(darkDuration),
  })
}
