import * as v from 'valibot'
import { textCall } from '../call.ts'
import type { VideoRotation, VideoSource } from '../video-output.ts'
import { element } from '../xml/element.ts'
import type { XmlElement } from '../xml/element.ts'
import { findElement, findElements, schemaLocation, xmlFormat } from '../xml/text-format.ts'
import type { XmlShape } from '../xml/text-format.ts'

/** The HDMI output. Source: specification B §7 "HDMI"; device-calls.md #44. */
const output = {
  methods: ['GET'],
  access: 'operator',
  source: 'B §7 HDMI',
  proof: 'fixture',
} as const

const path = (name: string) => ({ path: `/axis-cgi/videooutput/${name}.cgi` }) as const

const NAMESPACE = 'http://www.axis.com/vapix/http_cgi/videooutput1'

/** The version of the schema that the device speaks; clients name its first part. */
export const VIDEO_OUTPUT_VERSION = '1.0'

/** What goes wrong, by the codes and words of the public documentation. */
export const VIDEO_OUTPUT_ERRORS = {
  processing: ['10', 'Error while processing the request.'],
  invalid: ['20', 'Invalid value.'],
  version: ['40', 'Specified version is not supported.'],
  quadRotation: ['60', 'Invalid quad view rotation.'],
} as const

const inside = (name: string, content: string | readonly XmlElement[] = '') =>
  element(NAMESPACE, name, content)

const response = (children: readonly XmlElement[]) =>
  element(NAMESPACE, 'VideoOutputResponse', children, [
    schemaLocation(`${NAMESPACE} ${NAMESPACE}`),
    { name: 'SchemaVersion', namespace: '', value: VIDEO_OUTPUT_VERSION },
  ])

const success = (content: XmlElement) => response([inside('Success', [content])])

const failing = {
  refuse: (message: string, codes: readonly string[]) =>
    response([
      inside('Error', [
        inside('GeneralError', [
          inside('ErrorCode', codes[0] ?? VIDEO_OUTPUT_ERRORS.processing[0]),
          inside('ErrorDescription', message),
        ]),
      ]),
    ]),
  refusal: (root: XmlElement) => findElement(root, 'ErrorDescription')?.text.trim(),
}

/** @throws SyntaxError without such an element */
function textIn(root: XmlElement, name: string): string {
  const found = findElement(root, name)
  if (!found) throw new SyntaxError(`no ${name}`)
  return found.text.trim()
}

const isTrue = (root: XmlElement, name: string): boolean =>
  findElement(root, name)?.text.trim() === 'true'

const done: XmlShape<null> = {
  write: () => success(inside('GeneralSuccess')),
  read: () => null,
  ...failing,
}

// What is missing or wrong has an error code of its own.
const field = v.optional(v.string(), '')

export const getVideoSources = textCall({
  ...output,
  ...path('getvideosources'),
  id: 'videooutput.getVideoSources',
  effect: 'read',
  summary: 'Returns what the HDMI output can show; the active source is shown.',
  request: v.object({ schemaversion: field }),
  format: xmlFormat<readonly VideoSource[]>({
    write: (sources) =>
      success(
        inside(
          'GetVideoSourcesSuccess',
          sources.map(({ Name, Id, Active }) =>
            inside('VideoSource', [
              inside('Name', Name),
              inside('Id', Id),
              inside('Active', String(Active)),
            ]),
          ),
        ),
      ),
    read: (root) =>
      findElements(root, 'VideoSource').map((source) => ({
        Name: findElement(source, 'Name')?.text.trim() ?? '',
        Id: textIn(source, 'Id'),
        Active: isTrue(source, 'Active'),
      })),
    ...failing,
  }),
})

export const setVideoSource = textCall({
  ...output,
  ...path('setvideosource'),
  id: 'videooutput.setVideoSource',
  effect: 'write',
  summary: 'Chooses what the HDMI output shows, by the `id` of a source.',
  request: v.object({ schemaversion: field, id: field }),
  format: xmlFormat(done),
})

export const getRotation = textCall({
  ...output,
  ...path('getrotation'),
  id: 'videooutput.getRotation',
  effect: 'read',
  summary:
    'Returns how the picture on the HDMI output can be turned. With `QuadViewSupport`, all views at once can be turned like this too.',
  request: v.object({ schemaversion: field }),
  format: xmlFormat<readonly VideoRotation[]>({
    write: (rotations) =>
      success(
        inside(
          'GetRotationSuccess',
          rotations.map(({ Degrees, QuadViewSupport, Active }) =>
            inside('Rotation', [
              inside('Degrees', Degrees),
              inside('QuadViewSupport', String(QuadViewSupport)),
              inside('Active', String(Active)),
            ]),
          ),
        ),
      ),
    read: (root) =>
      findElements(root, 'Rotation').map((rotation) => ({
        Degrees: textIn(rotation, 'Degrees'),
        QuadViewSupport: isTrue(rotation, 'QuadViewSupport'),
        Active: isTrue(rotation, 'Active'),
      })),
    ...failing,
  }),
})

export const setRotation = textCall({
  ...output,
  ...path('setrotation'),
  id: 'videooutput.setRotation',
  effect: 'write',
  summary: 'Turns the picture on the HDMI output clockwise, by 0, 90, 180 or 270 degrees.',
  request: v.object({ schemaversion: field, rotation: field }),
  format: xmlFormat(done),
})

export const getMirroring = textCall({
  ...output,
  ...path('getmirroring'),
  id: 'videooutput.getMirroring',
  effect: 'read',
  summary: 'Returns whether the picture on the HDMI output is mirrored.',
  request: v.object({ schemaversion: field }),
  format: xmlFormat<boolean>({
    write: (mirrored) =>
      success(inside('GetMirroringSuccess', [inside('MirroringEnabled', String(mirrored))])),
    read: (root) => textIn(root, 'MirroringEnabled') === 'true',
    ...failing,
  }),
})

export const setMirroring = textCall({
  ...output,
  ...path('setmirroring'),
  id: 'videooutput.setMirroring',
  effect: 'write',
  summary: 'Mirrors the picture on the HDMI output (`true`), or shows it as it is (`false`).',
  request: v.object({ schemaversion: field, mirroringenabled: field }),
  format: xmlFormat(done),
})
