import { Worker } from 'node:worker_threads'
import { expect, test } from 'vitest'
import { openPkcs12 } from './pkcs12.ts'

const ORDER = { bytes: new Uint8Array(), password: '' }
const never = { wait: () => new Promise<void>(() => undefined) }

/** A worker that answers every file with this, or never answers. */
const workerAnswering = (answer?: object) => () =>
  new Worker(
    answer
      ? `require('node:worker_threads').parentPort.postMessage(${JSON.stringify(answer)})`
      : 'setInterval(() => {}, 1000)',
    { eval: true },
  )

test('a file with two private keys is refused as ambiguous', async () => {
  const opened = openPkcs12(
    ORDER,
    workerAnswering({ keys: ['one', 'two'], certificates: [] }),
    never,
  )
  await expect(opened).rejects.toThrow('more than one private key')
})

test('opening a file is aborted after 10 s', async () => {
  const waits: number[] = []
  const clock = {
    wait: (milliseconds: number) => {
      waits.push(milliseconds)
      return Promise.resolve()
    },
  }
  await expect(openPkcs12(ORDER, workerAnswering(), clock)).rejects.toThrow('too long')
  expect(waits).toEqual([10_000])
})
