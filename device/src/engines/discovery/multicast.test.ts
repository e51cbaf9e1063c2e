import { expect, onTestFinished, test } from 'vitest'
import { openLog } from '../../log.ts'
import { joinGroup } from './multicast.ts'

const HERE = { address: '127.0.0.1', subnetMask: '255.0.0.0' }

test('a packet from port 0 gets no answer and causes no error', async () => {
  const group = { group: '239.255.77.77', port: 0, ttl: 1 }
  const member = await joinGroup(group, HERE, () => {}, openLog('silent'))
  onTestFinished(() => member.close())
  await expect(
    member.send(Buffer.from('answer'), { address: '127.0.0.1', port: 0 }),
  ).resolves.toBeUndefined()
})
