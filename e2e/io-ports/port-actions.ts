import { getBench } from '@lintel/contract/bench'
import { setClientNote } from '@lintel/contract/calls/client-notes'
import { listParameters, updateParameters } from '@lintel/contract/calls/parameters'
import type { Terminal } from '@lintel/contract/wire'
import type { Page } from '@playwright/test'
import type { Rig } from '../rig/rig.ts'

/** The door strike of the A8307-E: the output at port 3. */
export const STRIKE = { port: 3, id: 'I2', name: 'Output 3' } as const

/** Its relay, at port 4. */
export const RELAY = { port: 4, id: 'I3' } as const

/** The state of a terminal on the bench. */
export async function terminalAt(rig: Rig, port: number): Promise<Terminal | undefined> {
  const { terminals } = await rig.bench.call(getBench, {})
  return terminals.find((terminal) => terminal.port === port)
}

/** Whether the circuit at a terminal is closed. */
export const closedAt = async (rig: Rig, port: number) => (await terminalAt(rig, port))?.closed

/** The parameters of a port by their short names. */
export async function parametersOf(rig: Rig, id: string): Promise<Record<string, string>> {
  const { values } = await rig.root.call(listParameters, { group: `root.IOPort.${id}` })
  return Object.fromEntries(
    Array.from(values, ([name, value]) => [name.replace(/^(root\.)?IOPort\.I\d+\./, ''), value]),
  )
}

export const setPortParameters = (rig: Rig, id: string, values: Record<string, string>) =>
  rig.root.call(
    updateParameters,
    Object.fromEntries(
      Object.entries(values).map(([name, value]) => [`root.IOPort.${id}.${name}`, value]),
    ),
  )

/** Adds or removes the live view button of an output. */
export const setLiveView = (rig: Rig, port: number, value: 'yes' | 'no') =>
  rig.root.call(setClientNote, {
    group: 'ACA',
    key: `System.ShowOutputButton${port - 1}`,
    value,
  })

/** The row of a port in the list. */
export const rowOf = (page: Page, name: string) => ({
  row: page.getByRole('row').filter({ has: page.getByText(name, { exact: true }) }),
  read: page.getByRole('button', { name: `Read ${name}` }),
  toggle: page.getByRole('button', { name: `Toggle ${name}` }),
  /** What the button of an output with a door does: one of these, by its mode and state. */
  keep: page.getByRole('button', { name: `Keep unlocked: ${name}` }),
  openFor: (seconds: number) =>
    page.getByRole('button', { name: `Open for ${seconds} s: ${name}` }),
  lock: page.getByRole('button', { name: `Lock: ${name}` }),
  /** What a button found out, for 5 s. */
  state: page.getByRole('status', { name: `State of ${name}` }),
  /** The state as the device reports it, in a wide window. */
  live: page
    .getByRole('row')
    .filter({ has: page.getByText(name, { exact: true }) })
    .getByRole('cell')
    .nth(2),
  edit: page.getByRole('link', { name: `Edit ${name}` }),
})

/** The form of a port. */
export const formOf = (page: Page) => ({
  name: page.getByRole('textbox', { name: 'Name' }),
  usage: page.getByRole('textbox', { name: 'Used for' }),
  input: page.getByRole('radio', { name: 'Input' }),
  output: page.getByRole('radio', { name: 'Output' }),
  open: page.getByRole('radio', { name: 'Open circuit' }),
  closed: page.getByRole('radio', { name: 'Closed circuit' }),
  pulse: page.getByRole('radio', { name: 'Pulse' }),
  pulseTime: page.getByRole('textbox', { name: 'Pulse duration' }),
  delayTime: page.getByRole('textbox', { name: 'Delay' }),
  liveView: page.getByRole('checkbox', { name: 'Show a button in the live view' }),
  button: page.getByRole('combobox', { name: 'When pressed' }),
  save: page.getByRole('button', { name: 'Save', exact: true }),
})
