/** The bench's page when its connection breaks. */
import type { AddressInfo, Socket } from 'node:net'
import { connect, createServer } from 'node:net'
import { pressKey } from '@lintel/contract/bench'
import { updateParameters } from '@lintel/contract/calls/parameters'
import { expect, test } from '../fixture.ts'

/** A proxy whose connections can be cut and restored; its own address doesn't change. */
async function openWay(port: number) {
  const ends = new Set<Socket>()
  const server = createServer((near) => {
    const far = connect(port, '127.0.0.1')
    for (const [end, other] of [
      [near, far],
      [far, near],
    ] as const) {
      ends.add(end)
      end.on('error', () => other.destroy())
      end.on('close', () => {
        ends.delete(end)
        other.destroy()
      })
    }
    near.pipe(far).pipe(near)
  })
  const listen = (at: number) =>
    new Promise<void>((resolve) => {
      server.listen(at, '127.0.0.1', resolve)
    })
  await listen(0)
  const own = (server.address() as AddressInfo).port
  const cut = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve())
      for (const end of ends) end.destroy()
    })
  return { address: `http://127.0.0.1:${own}`, cut, mend: () => listen(own) }
}

test('reports it, keeps its last values, and shows the current ones after reconnecting', async ({
  page,
  rig,
  expectFailures,
}) => {
  expectFailures(/ERR_|failed/)
  const way = await openWay(Number(new URL(rig.addresses.bench).port))
  await page.goto(way.address)
  const screen = page.getByRole('region', { name: 'Display' })
  const gone = page.getByText("The bench doesn't answer.")
  await expect(screen).toContainText('Welcome')
  await way.cut()
  await expect(gone).toBeVisible()
  await expect(screen).toContainText('Welcome')
  await page.getByRole('button', { name: 'Key 1' }).click()
  await expect(page.getByRole('alert').filter({ hasNotText: 'The bench' })).toBeVisible()
  await rig.root.call(updateParameters, { 'root.Network.Bonjour.FriendlyName': 'Meanwhile' })
  await rig.bench.call(pressKey, { key: '9' })
  await expect(screen).not.toContainText('Meanwhile')
  await way.mend()
  await expect(screen).toContainText('Meanwhile', { timeout: 10_000 })
  await expect(gone).toBeHidden()
  const log = page.getByRole('log', { name: 'What happened' })
  await expect(log.getByRole('listitem').last()).toContainText('Key 9 is pressed.')
  await way.cut()
})
