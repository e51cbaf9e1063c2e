import { JPEG_TYPE, METADATA_TYPE } from './session.ts'
import type { TrackId } from './session.ts'
import { TICKS } from './rtp-stream.ts'
import type { ProfileStream } from './stream-of.ts'

/** The address of a track: the name goes before the query. */
export function trackUri(uri: string, track: TrackId): string {
  const [path = '', query] = uri.split('?')
  const base = `${path.replace(/\/+$/, '')}/trackID=${track}`
  return query === undefined ? base : `${base}?${query}`
}

/** The address of a stream without a track, and the track; clients append it to either part. */
export function trackIn(uri: string): { uri: string; track: TrackId | undefined } {
  const found = /\/trackID=([12])(?=$|[/?])/.exec(uri)
  if (!found) return { uri, track: undefined }
  const track = found[1] === '1' ? 1 : 2
  return { uri: uri.replace(found[0], ''), track }
}

/** What a stream holds (SDP, RFC 4566). */
export function describeStream(
  uri: string,
  { picture, video, events }: ProfileStream,
  about: { address: string; id: number; name: string },
): string {
  const family = about.address.includes(':') ? 'IP6' : 'IP4'
  const lines = [
    'v=0',
    `o=- ${about.id} 1 IN ${family} ${about.address}`,
    `s=${about.name}`,
    `c=IN ${family} ${family === 'IP6' ? '::' : '0.0.0.0'}`,
    't=0 0',
    `a=control:${uri}`,
    'a=range:npt=now-',
    ...(video
      ? [
          `m=video 0 RTP/AVP ${JPEG_TYPE}`,
          `a=rtpmap:${JPEG_TYPE} JPEG/${TICKS}`,
          `a=control:${trackUri(uri, 1)}`,
          `a=framerate:${picture.fps}`,
          `a=framesize:${JPEG_TYPE} ${picture.width}-${picture.height}`,
          'a=sendonly',
        ]
      : []),
    ...(events
      ? [
          `m=application 0 RTP/AVP ${METADATA_TYPE}`,
          `a=rtpmap:${METADATA_TYPE} vnd.onvif.metadata/${TICKS}`,
          `a=control:${trackUri(uri, 2)}`,
          'a=sendonly',
        ]
      : []),
  ]
  return lines.map((line) => `${line}\r\n`).join('')
}
