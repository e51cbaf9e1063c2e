/** Tests the agent with Debian's `snmp` and `snmptrapd`. */
import { expect, test, vi } from 'vitest'
import { engineIdOf } from './names.ts'
import {
  HAS_TOOLS,
  PASSWORD,
  SERIAL,
  USER,
  openReceiver,
  openRig,
  secret,
} from './testing/snmp-rig.ts'

const SYSTEM = '1.3.6.1.2.1.1'
const INTERFACES = '1.3.6.1.2.1.2'
const ROOT = '1.3.6.1'

test('the real tools are installed', ({ skip }) => {
  skip(!HAS_TOOLS, 'snmp and snmptrapd are not installed: SNMP is tested without real managers')
})

const peer = test.skipIf(!HAS_TOOLS)

/** Parses the output of `snmpwalk`: names without their leading dot, and values. */
const walked = (text: string) =>
  new Map(
    Array.from(text.matchAll(/^\.(\S+) (.*)$/gm), ([, name = '', value = '']) => [
      name,
      value.replaceAll('"', '').trim(),
    ]),
  )

peer('versions 1 and 2c return the same correct values (SNMP-10, DEVICE-28)', async () => {
  const rig = await openRig({ SysContact: 'Ada', SysLocation: 'Gate 3' })
  const first = walked(await rig.run('snmpwalk', '-v1', '-c', 'public', '--', ROOT))
  const second = walked(await rig.run('snmpbulkwalk', '-v2c', '-c', 'public', '--', ROOT))
  expect(Array.from(first.keys())).toEqual(Array.from(second.keys()))
  const { get } = rig.parameters
  expect(first.get(`${SYSTEM}.1.0`)).toBe(
    `${get('root.Brand.ProdFullName')}; ${get('root.Properties.Firmware.Version')}`,
  )
  expect(first.get(`${SYSTEM}.2.0`)).toBe('.1.3.6.1.4.1.368.1.1')
  expect(first.get(`${SYSTEM}.4.0`)).toBe('Ada')
  expect(first.get(`${SYSTEM}.5.0`)).toBe(get('root.Network.HostName'))
  expect(first.get(`${SYSTEM}.6.0`)).toBe('Gate 3')
  expect(first.get(`${SYSTEM}.7.0`)).toBe('72')
  expect(second.get(`${INTERFACES}.1.0`)).toBe('1')
  expect(second.get(`${INTERFACES}.2.1.2.1`)).toBe('eth0')
  expect(second.get(`${INTERFACES}.2.1.6.1`)).toBe('AE CC 8E 01 23 45')
  expect(second.get(`${INTERFACES}.2.1.8.1`)).toBe('1')
  if (process.platform === 'linux') {
    const before = Number(first.get(`${INTERFACES}.2.1.10.1`))
    expect(Number(second.get(`${INTERFACES}.2.1.10.1`))).toBeGreaterThan(before)
  }
  expect(Number(second.get('1.3.6.1.2.1.11.1.0'))).toBeGreaterThan(first.size)
})

peer('the read community reads, the write community also writes, durably', async () => {
  const rig = await openRig({ V1WriteCommunity: 'keeper' })
  const set = (version: string, community: string, ...what: string[]) =>
    rig.run('snmpset', version, '-c', community, '--', ...what)
  const contact = [`${SYSTEM}.4.0`, 's', 'Grace']
  expect(await set('-v2c', 'public', ...contact)).toContain('noAccess')
  expect(await set('-v1', 'public', ...contact)).toContain('noSuchName')
  expect(await set('-v2c', 'keeper', ...contact)).toBe(`.${SYSTEM}.4.0 "Grace"`)
  expect(rig.parameters.get('root.SNMP.SysContact')).toBe('Grace')
  expect(await set('-v2c', 'keeper', `${SYSTEM}.1.0`, 's', 'x')).toContain('notWritable')
  expect(await set('-v2c', 'keeper', `${SYSTEM}.4.0`, 'i', '7')).toContain('wrongType')
  expect(await set('-v2c', 'keeper', `${SYSTEM}.5.0`, 's', 'no name')).toContain('wrongValue')
  expect(await set('-v1', 'keeper', `${SYSTEM}.5.0`, 's', 'no name')).toContain('badValue')
  expect(await set('-v2c', 'keeper', `${SYSTEM}.5.0`, 's', 'east-gate')).toContain('east-gate')
  expect(rig.parameters.get('root.Network.HostName')).toBe('east-gate')
  // Atomic.
  const both = [`${SYSTEM}.6.0`, 's', 'Roof', `${SYSTEM}.5.0`, 's', '-']
  expect(await set('-v2c', 'keeper', ...both)).toContain('wrongValue')
  expect(rig.parameters.get('root.SNMP.SysLocation')).toBe('')
})

peer('an empty or unknown community gets no response', async () => {
  const rig = await openRig({ V1ReadCommunity: '' })
  const contact = `${SYSTEM}.4.0`
  expect(await rig.get(contact)).toContain('Timeout')
  expect(await rig.run('snmpset', '-v2c', '-c', '', '--', contact, 's', 'x')).toContain('Timeout')
})

peer('changed parameters apply at once (SNMP-02, SNMP-10)', async () => {
  const rig = await openRig()
  const read = (version: string) =>
    rig.run('snmpget', version, '-c', 'public', '--', `${SYSTEM}.7.0`)
  const answer = `.${SYSTEM}.7.0 72`
  expect([await read('-v1'), await read('-v2c')]).toEqual([answer, answer])
  rig.set({ V1: false })
  expect([await read('-v1'), await read('-v2c')]).toEqual([
    expect.stringContaining('Timeout'),
    answer,
  ])
  rig.set({ V2c: false, V3: true, InitialUserPasswd: PASSWORD })
  expect(await read('-v2c')).toContain('Timeout')
  expect(await rig.run('snmpget', ...by(USER.sha, PASSWORD), `${SYSTEM}.7.0`)).toBe(answer)
  rig.set({ Enabled: false })
  await rig.snmp().settled()
  expect(await rig.run('snmpget', ...by(USER.sha, PASSWORD), `${SYSTEM}.7.0`)).toContain('Timeout')
})

/** Tool arguments before the names. */
const by = (user: string[], password: string) => [...user, ...secret(password), '--']

peer('version 3 accepts only its user, with SHA and AES or with MD5 and DES', async () => {
  const rig = await openRig({ V1: false, V2c: false, V3: true, InitialUserPasswd: PASSWORD })
  const name = `${SYSTEM}.7.0`
  for (const user of [USER.sha, USER.md5]) {
    expect(await rig.run('snmpget', ...by(user, PASSWORD), name)).toBe(`.${name} 72`)
    expect(await rig.run('snmpget', ...by(user, 'front door 43'), name)).toContain(
      'ncorrect password',
    )
    const set = await rig.run('snmpset', ...by(user, PASSWORD), `${SYSTEM}.6.0`, 's', 'Hall')
    expect(set).toContain('Hall')
  }
  const walk = walked(await rig.run('snmpwalk', ...by(USER.sha, PASSWORD), ROOT))
  expect(walk.get('1.3.6.1.6.3.10.2.1.2.0')).toBe('1')
  const level = (required: string) => USER.sha.map((arg) => (arg === 'authPriv' ? required : arg))
  for (const weak of ['authNoPriv', 'noAuthNoPriv']) {
    const answer = await rig.run('snmpget', ...by(level(weak), PASSWORD), name)
    expect(answer).toContain('Unsupported security level')
  }
  const other = USER.sha.map((arg) => (arg === 'initial' ? 'admin' : arg))
  expect(await rig.run('snmpget', ...by(other, PASSWORD), name)).toContain('Unknown user name')
  rig.set({ InitialUserPasswd: 'another one' })
  expect(await rig.run('snmpget', ...by(USER.sha, PASSWORD), name)).toContain('ncorrect password')
  expect(await rig.run('snmpget', ...by(USER.sha, 'another one'), name)).toBe(`.${name} 72`)
})

peer('the message of an action rule reaches the receiver in every version', async () => {
  const receiver = await openReceiver(engineIdOf(SERIAL).toString('hex'))
  const traps = { 'Trap.Enabled': true, 'Trap.T0.Address': '127.0.0.1' }
  const rig = await openRig(
    { ...traps, InitialUserPasswd: PASSWORD },
    { trapPort: receiver.port, reason: 'restart' },
  )
  await vi.waitFor(() => expect(receiver.output()).toContain('NET-SNMP version'))
  const send = async (count: number) => {
    await rig.snmp().sendMessage('Device/Lintel/CallButton', 'Somebody rings')
    await vi.waitFor(() => expect(receiver.traps(), receiver.output()).toHaveLength(count), 3000)
    return receiver.traps().at(-1)
  }
  const texts =
    /368\.1\.1\.2\.1\.0 = STRING: "Device\/Lintel\/CallButton".*2\.2\.0 = STRING: "Somebody rings"/
  const second = await send(1)
  expect(second).toMatch(/^TRAP v2 .*\.368\.1\.1\.0\.1/)
  expect(second).toMatch(texts)
  rig.set({ V2c: false, V1: true })
  expect(await send(2)).toMatch(
    /^TRAP v1 .* \.1\.3\.6\.1\.4\.1\.368\.1\.1 .*6\.\.1 .*Somebody rings/,
  )
  rig.set({ V1: false, V3: true })
  expect(await send(3)).toMatch(texts)

  rig.snmp().worldChanged({ cable: false })
  await expect(rig.snmp().sendMessage('', 'x')).rejects.toMatchObject({ reason: 'unreachable' })
  rig.set({ 'Trap.Enabled': false })
  await expect(rig.snmp().sendMessage('', 'x')).rejects.toMatchObject({ reason: 'notPossible' })
})

peer(
  'traps reach the receiver in the protocol’s format if their switch is on (SNMP-03, SNMP-10)',
  async () => {
    const engineId = engineIdOf(SERIAL).toString('hex')
    const receiver = await openReceiver(engineId)
    const rig = await openRig(
      {
        'Trap.Enabled': true,
        'Trap.T0.Address': '127.0.0.1',
        'Trap.T0.ColdStart.Enabled': true,
        'Trap.T0.LinkUp.Enabled': true,
        InitialUserPasswd: PASSWORD,
      },
      { trapPort: receiver.port, reason: 'restart' },
    )
    await vi.waitFor(() => expect(receiver.output()).toContain('NET-SNMP version'))
    const trapAfter = async (count: number) => {
      await vi.waitFor(() => expect(receiver.traps(), receiver.output()).toHaveLength(count), 3000)
      return receiver.traps().at(-1)
    }
    await rig.restart('power')
    expect(await trapAfter(1)).toMatch(
      /^TRAP v2 TRAP2, SNMP v2c, community public \|.*\.6\.3\.1\.1\.5\.1$/,
    )
    // A requested restart sends a warm start trap, which is switched off here.
    await rig.restart('restart')
    rig.snmp().worldChanged({ cable: false })
    rig.snmp().worldChanged({ cable: true })
    expect(await trapAfter(2)).toMatch(/\.6\.3\.1\.1\.5\.4\s.*2\.2\.1\.1\.1 = INTEGER: 1/)
    rig.set({ V2c: false, 'Trap.T0.WarmStart.Enabled': true })
    await rig.restart('restart')
    expect(await trapAfter(3)).toMatch(
      /^TRAP v1 TRAP, SNMP v1, community public \|.*368\.1\.1 \| 1\.0 \|/,
    )
    rig.set({ 'Trap.T0.AuthFail.Enabled': true })
    await rig.run('snmpget', '-v1', '-c', 'guess', '--', `${SYSTEM}.7.0`)
    expect(await trapAfter(4)).toMatch(/\| 4\.0 \|/)
    rig.set({ V1: false, V3: true })
    await rig.run('snmpget', ...by(USER.sha, 'front door 43'), `${SYSTEM}.7.0`)
    expect(await trapAfter(5)).toMatch(/^TRAP v2 TRAP2, SNMP v3, user initial.*\.6\.3\.1\.1\.5\.5$/)
    rig.set({ 'Trap.Enabled': false })
    await rig.restart('power')
    expect(receiver.traps()).toHaveLength(5)
    expect(rig.benchLog.map(([, { trap }]) => trap)).toEqual([
      'coldStart',
      'linkUp',
      'warmStart',
      'authenticationFailure',
      'authenticationFailure',
    ])
  },
)
