import { readFileSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'

/** Resident memory of a process in megabytes (Linux). */
export function residentMegabytes(pid: number): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  return Number(/^VmRSS:\s+(\d+) kB/m.exec(status)?.[1]) * 0.001024
}

/** CPU time that a process has used so far, in seconds (Linux, in ticks of 10 ms). */
export function cpuSeconds(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
  // The name in the second field may contain spaces; the third field follows its closing
  // parenthesis.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return (Number(fields[11]) + Number(fields[12])) / 100
}

/** Share of one core that a process uses, measured over some seconds. */
export async function coreShare(pid: number, seconds: number): Promise<number> {
  const [before, began] = [cpuSeconds(pid), performance.now()]
  await wait(seconds * 1000)
  return (cpuSeconds(pid) - before) / ((performance.now() - began) / 1000)
}
