import type { Recording } from './recording.ts'
import type { ReplayAnswer } from './replay-answer.ts'

/** A small grey picture: those of a device are not recorded. */
const GREY =
  '/9j/4AAQSkZJRgABAgAAAQABAAD//gAQTGF2YzU5LjM3LjEwMAD/2wBDAAgoKC8oLzc3Nzc3N0E8QUNDQ0FBQUFDQ0NISE' +
  'hVVVVISEhDQ0hIUFBVVVxfXFdXVVdfX2RkZHh4c3OMjJGsrM//xABKAAEAAAAAAAAAAAAAAAAAAAAAAQEAAAAAAAAAAAAA' +
  'AAAAAAAAEAEAAAAAAAAAAAAAAAAAAAAAEQEAAAAAAAAAAAAAAAAAAAAA/8AAEQgAEAAQAwEiAAIRAAMRAP/aAAwDAQACEQ' +
  'MRAD8AAA//2Q=='

/** The line between the pictures of live video. Source: device-calls.md §11. */
const BOUNDARY = 'myboundary'

/** What stands for the pictures of a device; undefined for other calls, and without a camera. */
export function pictureOf(call: string, recording: Recording): ReplayAnswer | undefined {
  if (call !== 'image' && call !== 'video') return undefined
  const list = recording.exchanges.find((one) => one.call === 'param.list')?.body ?? ''
  if (!/^(?:root\.)?Image\.I0\./m.test(list)) return undefined
  if (call === 'image') return { status: 200, type: 'image/jpeg', body: GREY, binary: true }
  const picture = Buffer.from(GREY, 'base64')
  const head = `--${BOUNDARY}\r\nContent-Type: image/jpeg\r\nContent-Length: ${picture.length}\r\n\r\n`
  const part = Buffer.concat([Buffer.from(head), picture, Buffer.from(`\r\n--${BOUNDARY}\r\n`)])
  return {
    status: 200,
    type: `multipart/x-mixed-replace; boundary=${BOUNDARY}`,
    body: part.toString('base64'),
    binary: true,
    isEndless: true,
  }
}
