import { client } from '../device.ts'
import { movedTo } from '../events/live.ts'
import { queryClient } from '../query-client.ts'
import { probe } from '../probe.ts'
import { ADDRESS_SETTLES, GONE_TIMEOUT } from '../timing.ts'
import { wait } from '../wait.ts'
import { goTo, pageAt } from './move.ts'
import type { Move } from './move.ts'

/**
 * Leaves for the device's new address: announces it on every page, and with a ticket opens the
 * console there. If the device still answers here afterwards, the announcement is withdrawn.
 * @param route the page that opens there
 */
export function leave(move: Move, route: string): void {
  movedTo.set({ ...move, sent: true })
  if (move.ticket !== undefined) goTo(pageAt(move, route))
  void lookHere(move.seconds === undefined ? ADDRESS_SETTLES : move.seconds * 1000)
}

async function lookHere(after: number): Promise<void> {
  await wait(after)
  const answers = await probe(client, { timeoutMs: GONE_TIMEOUT }).then(
    () => true,
    () => false,
  )
  if (!answers) return
  movedTo.set(undefined)
  await queryClient.invalidateQueries()
}
