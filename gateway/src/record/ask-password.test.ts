import { PassThrough } from 'node:stream'
import { expect, test } from 'vitest'
import { askPassword } from './ask-password.ts'

/** What somebody types at a terminal, and what it shows. */
async function typed(...keys: string[]) {
  const modes: boolean[] = []
  const input = Object.assign(new PassThrough(), {
    isTTY: true,
    setRawMode: (raw: boolean) => modes.push(raw),
  })
  const output = new PassThrough()
  for (const key of keys) input.write(key)
  const password = await askPassword({ input, output }, 'Password: ')
  return { password, modes, shown: String(output.read()) }
}

test('a password is not shown', async () => {
  expect(await typed('sec', 'ret\r')).toEqual({
    password: 'secret',
    modes: [true, false],
    shown: 'Password: \n',
  })
})

test('what was typed can be taken back', async () => {
  expect((await typed('xä\u{7F}\u{8}ok\n')).password).toBe('ok')
})

test.each(['\u{3}', '\u{4}'])('%j gives up', async (key) => {
  expect(await typed('sec', key)).toMatchObject({ password: undefined, modes: [true, false] })
})

test('without a terminal nobody is asked', async () => {
  const output = new PassThrough()
  expect(await askPassword({ input: new PassThrough(), output }, 'Password: ')).toBeUndefined()
  expect(output.read()).toBeNull()
})
