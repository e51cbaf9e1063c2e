import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { missingFfmpeg, run } from '../../testing/ffmpeg.ts'
import { openAviWriter } from './avi.ts'
import { createPicture } from './picture.ts'

function videoOf(pictures: readonly Uint8Array[], milliseconds: number) {
  const writer = openAviWriter({ width: 320, height: 240 })
  for (const one of pictures) writer.add(one)
  const { bytes } = writer
  const file = writer.finish(milliseconds)
  return { file, bytes }
}

const tagAt = (file: Uint8Array, at: number) => Buffer.from(file.subarray(at, at + 4)).toString()
const numberAt = (file: Uint8Array, at: number) => Buffer.from(file).readUInt32LE(at)

test('lists and chunks fill the file exactly, and the index leads to each picture', () => {
  const pictures = [new Uint8Array(5).fill(7), new Uint8Array(8).fill(9)]
  const { file, bytes } = videoOf(pictures, 400)
  expect(file.length).toBe(bytes)
  expect([tagAt(file, 0), numberAt(file, 4), tagAt(file, 8)]).toEqual([
    'RIFF',
    file.length - 8,
    'AVI ',
  ])
  const lists: [string, number][] = []
  for (let at = 12; at < file.length; at += 8 + numberAt(file, at + 4)) {
    lists.push([tagAt(file, at) === 'LIST' ? tagAt(file, at + 8) : tagAt(file, at), at])
  }
  expect(lists.map(([name]) => name)).toEqual(['hdrl', 'movi', 'idx1'])
  const movi = (lists[1]?.[1] ?? 0) + 8
  const index = (lists[2]?.[1] ?? 0) + 8
  const found = [0, 1].map((entry) => {
    const at = movi + numberAt(file, index + entry * 16 + 8)
    const length = numberAt(file, index + entry * 16 + 12)
    expect([tagAt(file, at), numberAt(file, at + 4)]).toEqual(['00dc', length])
    return file.subarray(at + 8, at + 8 + length)
  })
  expect(found).toEqual(pictures)
})

test('a video without pictures is a file all the same', () => {
  const { file, bytes } = videoOf([], 0)
  expect([file.length, numberAt(file, 4)]).toEqual([bytes, bytes - 8])
})

test('ffprobe finds every picture, the size and the length, and ffmpeg decodes it without an error', async ({
  skip,
}) => {
  if (missingFfmpeg !== undefined) skip(missingFfmpeg)
  const folder = mkdtempSync(join(tmpdir(), 'lintel-avi-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const path = join(folder, 'video.avi')
  const camera = createPicture(320, 240)
  const pictures = Array.from({ length: 15 }, (_, index) => camera.draw(index * 200, 'Gate', 70))
  // Some have an odd number of bytes,.
  expect(new Set(pictures.map(({ length }) => length % 2)).size).toBe(2)
  writeFileSync(path, videoOf(pictures, 3000).file)
  const entries = 'stream=codec_name,codec_tag_string,width,height,r_frame_rate,nb_read_frames'
  const { output } = await run(
    'ffprobe',
    '-v',
    'error',
    '-count_frames',
    '-show_entries',
    `${entries}:format=format_name,duration`,
    '-of',
    'json',
    path,
  )
  expect(JSON.parse(output)).toMatchObject({
    streams: [
      {
        codec_name: 'mjpeg',
        codec_tag_string: 'MJPG',
        width: 320,
        height: 240,
        r_frame_rate: '5/1',
        nb_read_frames: '15',
      },
    ],
    format: { format_name: 'avi', duration: '3.000000' },
  })
  const decoded = await run('ffmpeg', '-v', 'warning', '-i', path, '-f', 'null', '-')
  expect(decoded.output).toBe('')
})
