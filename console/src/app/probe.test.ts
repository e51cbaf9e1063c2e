import { createClient } from '@lintel/contract/client'
import { expect, test } from 'vitest'
import { probe } from './probe.ts'

const answering = (response: Response) => createClient({ fetch: () => Promise.resolve(response) })

test('a device without the readiness call is there once it answers', async () => {
  const old = answering(new Response('', { status: 404 }))
  expect(await probe(old)).toEqual({ needsSetup: false, bootId: undefined })
  const starting = answering(new Response('', { status: 503 }))
  await expect(probe(starting)).rejects.toMatchObject({ name: 'DeviceFault' })
})

test('older firmware tells no boot id', async () => {
  const data = { systemready: 'no', needsetup: 'yes' }
  expect(await probe(answering(Response.json({ data })))).toEqual({
    needsSetup: true,
    bootId: undefined,
  })
})
