import type { ParameterValues } from '@lintel/contract/calls/parameters'
import { FPS_MAX, image, imageSource } from '@lintel/contract/parameters/camera'
import { parameterRecord, typed } from '@lintel/contract/parameters/record'
import type { RecordOf } from '@lintel/contract/parameters/record'
import type { Problem } from '@lintel/contract/rules/problem'
import { problem } from '@lintel/contract/rules/problem'

/**
 * The parameter groups that the page reads. The device leaves out groups that the account may not
 * read.
 */
export const GROUPS = ['root.Image', 'root.ImageSource', 'root.Properties.Image'] as const

export const RESOLUTIONS = 'root.Properties.Image.Resolution'

/** Every setting by the name of its field. */
export const NAMES = {
  resolution: 'root.Image.I0.Appearance.Resolution',
  compression: 'root.Image.I0.Appearance.Compression',
  fps: 'root.Image.I0.Stream.FPS',
  rotation: 'root.Image.I0.Appearance.Rotation',
  mirror: 'root.Image.I0.Appearance.MirrorEnabled',
  overlay: 'root.Image.I0.Text.TextEnabled',
  overlayText: 'root.Image.I0.Text.String',
  overlayDate: 'root.Image.I0.Text.DateEnabled',
  overlayClock: 'root.Image.I0.Text.ClockEnabled',
  overlayPosition: 'root.Image.I0.Text.Position',
  brightness: 'root.ImageSource.I0.Sensor.Brightness',
  contrast: 'root.ImageSource.I0.Sensor.Contrast',
  colour: 'root.ImageSource.I0.Sensor.ColorLevel',
  frequency: 'root.ImageSource.I0.Sensor.PowerLineFrequency',
} as const

export type SettingName = keyof typeof NAMES

const PARAMETERS = parameterRecord(typed({ ...image, ...imageSource }), NAMES)

/** The settings on the page. */
export type Settings = RecordOf<typeof PARAMETERS>

const ALL = Object.keys(NAMES) as SettingName[]

/** Minimum and maximum of the numbers. */
const LIMITS = { fps: [0, FPS_MAX] } as const

export const settingsIn = (values: ParameterValues): Settings => PARAMETERS.read(values)

/** Which settings this device has and the account may read. */
export function settingsOn(values: ParameterValues): ReadonlySet<SettingName> {
  return new Set(ALL.filter((name) => values.has(NAMES[name])))
}

/** The parameters to write for the differences between two sets of settings. */
export function changesBetween(before: Settings, after: Settings): Record<string, string> {
  const changed = ALL.filter((name) => before[name] !== after[name])
  return PARAMETERS.write(Object.fromEntries(changed.map((name) => [name, after[name]])))
}

/** The resolutions of a list, `1280x720,640x480`; the current one is always included. */
export function resolutionsIn(list: string | undefined, current: string): string[] {
  const offered = (list ?? '').split(',').map((text) => text.trim())
  const known = offered.filter((text) => /^\d+x\d+$/.test(text))
  return known.includes(current) || current === '' ? known : [current, ...known]
}

/** Validates the frame rate. */
export function fpsProblem(text: string): Problem | undefined {
  const [min, max] = LIMITS.fps
  const value = Number(text.trim())
  if (/^\d+$/.test(text.trim()) && value >= min && value <= max) return undefined
  return problem('cameraSettings.fpsRange', { min, max })
}
