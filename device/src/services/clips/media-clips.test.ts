import { rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { CLIP_PROBLEMS } from '@lintel/contract/rules/clips'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { DIRECT_DECODER } from '../../engines/clips/testing/direct-decoder.ts'
import { auFile, toneBytes, wavFile } from '../../engines/clips/testing/sound-files.ts'
import { heldUp, openClipDevice } from '../testing/clip-device.ts'
import type { ClipDevice, ClipUpload } from '../testing/clip-device.ts'
import { UPLOADS_MAX } from './media-clips.ts'

let open: ClipDevice
beforeEach(async () => {
  open = await openClipDevice()
})
afterEach(() => open.device.close())

describe('a file', () => {
  test('becomes a clip with the lowest free number and a name (DEVICE-119, DEVICE-124, CLIPS-03)', async () => {
    expect(await open.upload(wavFile())).toEqual([200, 'OK\nuploaded=3'])
    expect(await open.upload(auFile(), { fileName: 'Gong 2.AU', query: '' })).toEqual([
      200,
      'OK\nuploaded=4',
    ])
    const [first, second] = open.stored().toSorted((a) => (a.endsWith('wav') ? -1 : 1))
    expect(await open.parameters()).toEqual([
      `root.MediaClip.M3.Location=/etc/audioclips/${first}`,
      'root.MediaClip.M3.Name=Bell',
      'root.MediaClip.M3.Type=audio',
      `root.MediaClip.M4.Location=/etc/audioclips/${second}`,
      'root.MediaClip.M4.Name=Gong 2',
      'root.MediaClip.M4.Type=audio',
    ])
    expect(await open.told('action=remove&clip=3')).toEqual([200, 'OK\nremoved=3'])
    expect(await open.upload(wavFile())).toEqual([200, 'OK\nuploaded=3'])
    expect(open.stored().length).toBe(2)
    expect(statSync(open.folder).mode & 0o777).toBe(0o700)
    expect(open.stored().map((name) => statSync(join(open.folder, name)).mode & 0o777)).toEqual([
      0o600, 0o600,
    ])
  })

  test('may be the bare body, whose content says what it is', async () => {
    const path = `/axis-cgi/mediaclip.cgi?action=upload&media=audio&name=Bell`
    const body = Buffer.from(wavFile())
    const answer = await open.device.fetch(path, { method: 'POST', body, as: 'oper' })
    expect([answer.status, await answer.text()]).toEqual([200, 'OK\nuploaded=3'])
    expect(open.stored()[0]).toMatch(/\.wav$/)
  })

  test.each<[string, Buffer, ClipUpload, number, string]>([
    ['that is empty', Buffer.alloc(0), {}, 400, CLIP_PROBLEMS.empty],
    ['of text', Buffer.from('no sound'.repeat(99)), {}, 400, CLIP_PROBLEMS.noFormat],
    ['that is cut off', wavFile().subarray(0, 500), {}, 400, CLIP_PROBLEMS.cutOff],
    ['of silence', wavFile({}, Buffer.alloc(800)), {}, 400, CLIP_PROBLEMS.silent],
    ['at 0 Hz', wavFile({ rate: 0 }, toneBytes()), {}, 400, CLIP_PROBLEMS.sampleRate],
    ['with 64 channels', wavFile({ channels: 64 }), {}, 400, CLIP_PROBLEMS.channels],
    ['with another extension', auFile(), {}, 400, CLIP_PROBLEMS.otherFormat],
    ['of another kind', wavFile(), { fileName: 'bell.ogg' }, 400, CLIP_PROBLEMS.noFormat],
    ['without a name', wavFile(), { query: 'name=%20' }, 400, 'A clip needs a name.'],
    ['with a long name', wavFile(), { query: `name=${'x'.repeat(65)}` }, 400, 'The name is too'],
    ['with a line break in its name', wavFile(), { query: 'name=a%0Ab' }, 400, 'The name is too'],
    ['that is no audio', wavFile(), { query: 'media=video&name=Bell' }, 400, ''],
    ['that is too large', Buffer.alloc(1_048_577, wavFile()), {}, 413, CLIP_PROBLEMS.tooLarge],
  ])(
    '%s is refused, and nothing is stored (DEVICE-124)',
    async (_what, file, options, status, message) => {
      open.device.parameters.set({ 'root.MediaClip.MaxUploadSize': 1 })
      const [got, text] = await open.upload(file, options)
      expect(got).toBe(status)
      expect(text).toMatch(/^Error: .+\n$/)
      expect(text).toContain(message)
      expect(open.stored()).toEqual([])
      expect(await open.parameters()).toEqual([])
    },
  )

  test('may be as large as the parameter says (DEVICE-34)', async () => {
    open.device.parameters.set({ 'root.MediaClip.MaxUploadSize': 1 })
    const bytes = toneBytes({ rate: 48_000 }, 11)
    const head = wavFile({ rate: 48_000 }, Buffer.alloc(0)).length
    const file = wavFile({ rate: 48_000 }, bytes.subarray(0, 1_048_576 - head))
    expect(file.length).toBe(1_048_576)
    expect((await open.upload(file))[0]).toBe(200)
  })

  test('of which the sender doesn’t send the end leaves nothing', async () => {
    const cut = new ReadableStream({
      start(controller) {
        controller.enqueue(wavFile().subarray(0, 100))
        queueMicrotask(() => controller.error(new Error('gone')))
      },
    })
    const request = open.device.fetch('/axis-cgi/mediaclip.cgi?action=upload&name=Bell', {
      method: 'POST',
      body: cut,
      as: 'oper',
      duplex: 'half',
    })
    await expect(request).rejects.toThrow()
    await expect.poll(() => open.stored()).toEqual([])
    expect(await open.parameters()).toEqual([])
  })

  test('finds no room when all numbers are taken, or the disk is full', async () => {
    open.device.parameters.set({ 'root.MediaClip.MaxGroups': 4 })
    open.device.fillDisk(true)
    expect((await open.upload(wavFile()))[0]).toBe(507)
    expect(open.stored()).toEqual([])
    open.device.fillDisk(false)
    expect((await open.upload(wavFile()))[0]).toBe(200)
    expect(await open.upload(wavFile())).toEqual([413, `Error: ${CLIP_PROBLEMS.full}\n`])
    expect(open.stored().length).toBe(1)
  })

  test('that others upload at the same time may take the last place', async () => {
    open.device.parameters.set({ 'root.MediaClip.MaxGroups': 4 })
    const answers = await Promise.all([open.upload(wavFile()), open.upload(wavFile())])
    expect(answers.map(([status]) => status).toSorted((a, b) => a - b)).toEqual([200, 413])
    expect(open.stored().length).toBe(1)
  })

  test('is one of so many at once', async () => {
    const held = heldUp()
    open.decoding.decoder = {
      ...DIRECT_DECODER,
      inspect: async (file) => {
        await held.until
        return DIRECT_DECODER.inspect(file)
      },
    }
    const many = Array.from({ length: UPLOADS_MAX }, () => open.upload(wavFile()))
    await expect.poll(() => open.stored().length).toBe(UPLOADS_MAX)
    expect((await open.upload(wavFile()))[0]).toBe(503)
    // Other calls go on while files are being read.
    expect((await open.told('action=stop'))[0]).toBe(200)
    held.release()
    expect((await Promise.all(many)).map(([status]) => status)).toEqual([200, 200, 200, 200])
    expect((await open.upload(wavFile()))[0]).toBe(200)
  })
})

describe('a clip', () => {
  test('is renamed, a preinstalled one too (DEVICE-122)', async () => {
    await open.upload(wavFile())
    expect(await open.told('action=update&clip=3&name=%C3%84rger')).toEqual([200, 'OK\nupdated=3'])
    expect(await open.told('action=update&clip=0&name=Door')).toEqual([200, 'OK\nupdated=0'])
    expect((await open.parameters())[1]).toBe('root.MediaClip.M3.Name=Ärger')
    expect(open.device.parameters.get('root.MediaClip.M0.Name')).toBe('Door')
    for (const query of ['clip=3&name=', 'clip=7&name=x', 'name=x', 'clip=x&name=x', 'clip=3']) {
      expect(await open.told(`action=update&${query}`)).toEqual([
        400,
        expect.stringMatching(/^Error: /),
      ])
    }
  })

  test('is removed with its file, a preinstalled one is not (DEVICE-123)', async () => {
    await open.upload(wavFile())
    expect(await open.told('action=remove&clip=3')).toEqual([200, 'OK\nremoved=3'])
    expect(await open.parameters()).toEqual([])
    await expect.poll(() => open.stored()).toEqual([])
    for (const clip of ['3', '0', '9', 'x', '']) {
      expect(await open.told(`action=remove&clip=${clip}`)).toEqual([
        400,
        expect.stringMatching(/^Error: /),
      ])
    }
    expect(open.device.parameters.get('root.MediaClip.M0.Name')).toBe('Ding dong')
  })

  test('is renamed and removed only with the current version, if the client names one (EXPECT-21)', async () => {
    await open.upload(wavFile())
    const list = '/axis-cgi/param.cgi?action=list&group=root.MediaClip'
    const read = async () =>
      (await open.device.fetch(list, { as: 'oper' })).headers.get('etag') ?? ''
    const changed = async (query: string, version: string) => {
      const path = `/axis-cgi/mediaclip.cgi?action=${query}`
      const headers = { 'if-match': version }
      return (await open.device.fetch(path, { as: 'oper', headers })).status
    }
    const before = await read()
    open.device.parameters.set({ 'root.Network.HostName': 'gate' })
    expect(await changed('update&clip=3&name=Gong', before)).toBe(200)
    expect(await changed('update&clip=3&name=Bell', before)).toBe(412)
    expect(await changed('remove&clip=3', before)).toBe(412)
    expect((await open.parameters())[1]).toBe('root.MediaClip.M3.Name=Gong')
    const now = await read()
    expect(await changed('remove&clip=3', now)).toBe(200)
    // Somebody else's clip may have got the number.
    expect(await changed('remove&clip=3', now)).toBe(412)
  })

  test('stays when the disk is full', async () => {
    await open.upload(wavFile())
    open.device.fillDisk(true)
    expect((await open.told('action=remove&clip=3'))[0]).toBe(507)
    expect((await open.told('action=update&clip=3&name=x'))[0]).toBe(507)
    open.device.fillDisk(false)
    expect((await open.parameters())[1]).toBe('root.MediaClip.M3.Name=Bell')
    expect(open.stored().length).toBe(1)
  })

  test('is downloaded as it was uploaded, under its name (DEVICE-125)', async () => {
    const file = auFile()
    await open.upload(file, { fileName: 'a.au', query: 'name=%C3%84rger%20%221%2F2%22' })
    const answer = await open.call('action=download&clip=3')
    expect(answer.headers.get('content-type')).toBe('audio/basic')
    expect(answer.headers.get('content-disposition')).toBe(
      `attachment; filename="Arger _1_2_.au"; filename*=UTF-8''%C3%84rger%20%221_2%22.au`,
    )
    expect(Buffer.from(await answer.arrayBuffer()).equals(file)).toBe(true)
    const factory = await open.call('action=download&clip=0')
    expect(factory.headers.get('content-type')).toBe('audio/wav')
    expect(factory.headers.get('content-disposition')).toBe('attachment; filename="Ding dong.wav"')
    expect((await factory.text()).slice(0, 4)).toBe('RIFF')
    expect((await open.call('action=download&clip=9')).status).toBe(400)
  })

  test('is described and drawn', async () => {
    await open.upload(wavFile({ channels: 2, rate: 16_000 }))
    const drawn = (await (await open.waveform('3')).json()) as { peaks: number[] }
    expect(drawn).toMatchObject({
      name: 'Bell',
      kind: 'wav',
      factory: false,
      bytes: 32_044,
      seconds: 0.5,
      rate: 16_000,
      channels: 2,
    })
    expect(drawn.peaks.length).toBe(200)
    expect(Math.max(...drawn.peaks)).toBe(50)
    const factory = (await (await open.waveform('0')).json()) as { bytes: number; peaks: number[] }
    expect(factory).toMatchObject({ name: 'Ding dong', factory: true, seconds: 2, rate: 16_000 })
    expect(Math.max(...factory.peaks)).toBeGreaterThan(30)
    const file = await (await open.call('action=download&clip=0')).arrayBuffer()
    expect(factory.bytes).toBe(file.byteLength)
    expect((await open.waveform('9')).status).toBe(404)
  })

  test('can’t be added, moved or removed as parameters', async () => {
    await open.upload(wavFile())
    const param = (query: string) =>
      open.device.text(`/axis-cgi/param.cgi?${query}`, { as: 'root' })
    expect(await param('action=add&template=mediaclip&group=MediaClip')).toContain('No right')
    expect(await param('action=remove&group=root.MediaClip.M3')).toContain('No right')
    expect(await param('action=update&MediaClip.M3.Location=/etc/passwd')).toContain('Error')
    expect(await param('action=update&MediaClip.M3.Name=')).toContain('Error')
    // But an operator may rename them there too.
    const rename = '/axis-cgi/param.cgi?action=update&MediaClip.M3.Name=Gong'
    expect(await open.device.text(rename, { as: 'view' })).toContain('No right')
    expect(await open.device.text(rename, { as: 'oper' })).toBe('OK\n')
    expect((await open.parameters())[1]).toBe('root.MediaClip.M3.Name=Gong')
    expect((await open.parameters()).length).toBe(3)
  })

  test('that lost its file is gone after the next restore, with its parameters', async () => {
    await open.upload(wavFile())
    await open.upload(wavFile())
    rmSync(open.device.clips.all().flatMap((clip) => ('path' in clip ? [clip.path] : []))[0] ?? '')
    const copy = join(open.device.plugged.dataFolder, 'copy.db')
    open.device.database.save(copy)
    open.device.database.restore(copy)
    expect((await open.parameters()).filter((line) => line.includes('Name'))).toEqual([
      'root.MediaClip.M4.Name=Bell',
    ])
    expect(open.stored().length).toBe(1)
  })
})

test('a viewer may neither change nor download clips', async () => {
  await open.upload(wavFile())
  for (const query of ['action=remove&clip=3', 'action=download&clip=3', 'action=stop']) {
    expect((await open.call(query, 'view')).status).toBe(403)
  }
  expect((await open.upload(wavFile(), { as: 'view' }))[0]).toBe(403)
  expect((await open.waveform('3')).status).toBe(200)
})

test('what is no action is refused', async () => {
  for (const query of ['action=erase', '', 'action=upload']) {
    expect(await open.told(query)).toEqual([400, expect.stringMatching(/^Error: /)])
  }
  const posted = await open.device.fetch('/axis-cgi/mediaclip.cgi', {
    method: 'POST',
    body: 'action=download',
    as: 'oper',
  })
  expect(posted.status).toBe(400)
})

test('open consoles learn of every change of the clips, which are parameters', async () => {
  const heard: string[] = []
  open.device.events.subscribe(({ data }) => void heard.push(String(data['Area'])))
  const changes = () => heard.splice(0).filter((area) => area === 'parameters').length
  await open.upload(wavFile())
  expect(changes()).toBe(1)
  await open.told('action=update&clip=3&name=Gong')
  expect(changes()).toBe(1)
  await open.told('action=remove&clip=3')
  expect(changes()).toBe(1)
  await open.upload(Buffer.from('no sound'))
  await open.told('action=remove&clip=0')
  expect(changes()).toBe(0)
})
