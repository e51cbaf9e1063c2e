import { execFile, spawnSync } from 'node:child_process'
import { listParameters } from '@lintel/contract/calls/parameters'
import type { ParametersIn } from '@lintel/contract/parameters/all'
import type { Page } from '@playwright/test'
import type { Rig } from '../rig/rig.ts'

/** The page's controls. */
export const formOf = (page: Page) => ({
  v3: page.getByRole('radio', { name: 'SNMP v3' }),
  v1v2c: page.getByRole('radio', { name: 'SNMP v1 & v2c' }),
  off: page.getByRole('radio', { name: 'Off' }),
  user: page.locator('[data-field="user"]'),
  password: page.getByLabel('Password', { exact: true }),
  read: page.getByRole('textbox', { name: 'Read community' }),
  write: page.getByRole('textbox', { name: 'Write community' }),
  traps: page.getByRole('switch', { name: 'Send traps' }),
  receiver: page.getByRole('textbox', { name: 'Receiver' }),
  trapCommunity: page.getByRole('textbox', { name: 'Trap community' }),
  linkUp: page.getByRole('switch', { name: 'Link up' }),
  save: page.getByRole('button', { name: 'Save', exact: true }),
  saved: page.getByText('The SNMP settings are saved.'),
  confirmation: page.getByRole('alertdialog', { name: 'Set the first password?' }),
})

/** A parameter of the group `SNMP`, read directly from the device. */
export async function parameter(
  rig: Rig,
  name: keyof ParametersIn<'SNMP'>,
): Promise<string | undefined> {
  const { values } = await rig.root.call(listParameters, { group: 'root.SNMP' })
  return values.get(`root.SNMP.${name}`)
}

/** Whether Debian's `snmpget` is installed. */
export const HAS_TOOLS = spawnSync('snmpget', ['-V']).error === undefined

/** Reads the agent's `sysServices`: `72`, or the error of `snmpget`. */
export function snmpGet(rig: Rig, ...who: string[]): Promise<string> {
  const args = [...who, '-r0', '-t0.5', '-OqvU', `127.0.0.1:${rig.addresses.snmp}`]
  return new Promise((resolve) => {
    execFile('snmpget', [...args, '1.3.6.1.2.1.1.7.0'], (_, stdout, stderr) => {
      resolve((stdout || stderr).trim())
    })
  })
}

export const asUser = (password: string): string[] =>
  [
    ['-v3', '-l', 'authPriv', '-u', 'initial'],
    ['-a', 'SHA', '-A', password],
  ]
    .flat()
    .concat(['-x', 'AES', '-X', password])
