import { choice, text, whole, yesNo } from './codec.ts'
import { group } from './group.ts'

/** Picture sizes, largest first. */
export const RESOLUTIONS = [
  '1920x1080',
  '1280x960',
  '1280x720',
  '1024x768',
  '800x600',
  '704x576',
  '640x480',
  '640x360',
  '352x288',
  '320x240',
  '176x144',
  '960x1280',
  '720x1280',
  '600x800',
  '480x640',
]

/** The camera's highest frame rate, per second. */
export const FPS_MAX = 30

/** The defaults of video calls. */
export const image = group('Image', {
  NbrOfConfigs: text(),
  'I0.Enabled': yesNo,
  'I0.Name': text(64),
  'I0.Source': text(),
  'I0.Appearance.Compression': whole(0, 100),
  'I0.Appearance.MirrorEnabled': yesNo,
  'I0.Appearance.Resolution': choice(RESOLUTIONS),
  'I0.Appearance.Rotation': choice(['0', '180']),
  // 0: as many as possible.
  'I0.Stream.FPS': whole(0, FPS_MAX),
  'I0.Text.ClockEnabled': yesNo,
  'I0.Text.DateEnabled': yesNo,
  'I0.Text.Position': choice(['top', 'bottom']),
  // Empty: the device's friendly name.
  'I0.Text.String': text(64),
  'I0.Text.TextEnabled': yesNo,
})

/** The settings of the image sensor. */
export const imageSource = group('ImageSource', {
  NbrOfSources: text(),
  'I0.Name': text(64),
  'I0.Sensor.Brightness': whole(0, 100),
  'I0.Sensor.ColorLevel': whole(0, 100),
  'I0.Sensor.Contrast': whole(0, 100),
  'I0.Sensor.PowerLineFrequency': choice(['50Hz', '60Hz']),
})

/** The maximum number of stream profiles. */
export const streamProfiles = group('StreamProfile', { MaxGroups: whole(1, 100) })

/** A named set of video settings, which people add: `resolution=640x480&fps=5`. */
export const streamProfile = (index: number) =>
  group(`StreamProfile.S${index}`, {
    Description: text(),
    Name: text(64),
    Parameters: text(1024),
  })
