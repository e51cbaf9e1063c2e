import { expect, test } from 'vitest'
import { LANGUAGES } from '../contract/src/languages.ts'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { compileCatalogue, messages } from './messages.mjs'

test('texts become syntax trees with the same ids', () => {
  const compiled = compileCatalogue({ 'a.b': 'At most {max}.' }, 'en.json')
  expect(JSON.parse(compiled)).toEqual({
    'a.b': [
      { type: 0, value: 'At most ' },
      { type: 1, value: 'max' },
      { type: 0, value: '.' },
    ],
  })
})

test.each(['{max', '{n, plural, one {x}}', '<b>bold'])(
  '%j fails the build and is named',
  (text) => {
    expect(() => compileCatalogue({ 'a.b': text }, 'users/en.json')).toThrow(
      `users/en.json: a.b is not valid ICU: ${text}`,
    )
  },
)

/**
 * The plugin's output for a file, by one of its hooks.
 * @param {'load' | 'transform'} hook
 * @param {...string} args
 */
async function outputOf(hook, ...args) {
  const plugin =
    /** @type {Record<string, { handler: (...args: string[]) => Promise<unknown> }>} */ (
      /** @type {unknown} */ (messages())
    )
  return plugin[hook]?.handler.apply({ addWatchFile() {} }, args)
}

test('English replaces a text that a language lacks (SHELL-99)', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'messages-'))
  try {
    await writeFile(join(folder, 'en.json'), '{ "a": "One", "b": "Two" }')
    expect(await outputOf('transform', '{ "b": "Zwei" }', join(folder, 'de.json'))).toMatchObject({
      code: '{"a":"One","b":"Zwei"}',
    })
  } finally {
    await rm(folder, { recursive: true })
  }
})

test('a module with English messages serves every language', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'catalogues-'))
  const file = join(folder, 'catalogues.ts')
  try {
    await writeFile(file, "import a from './messages/a/en.json'\nexport const catalogues = [a]\n")
    const all = await outputOf('load', `${file}?languages`)
    for (const { code } of LANGUAGES) {
      expect(all).toContain(`${code}: () => import(${JSON.stringify(`${file}?language=${code}`)})`)
    }
    expect(await outputOf('load', `${file}?language=sv`)).toBe(
      "import a from './messages/a/sv.json'\nexport const catalogues = [a]\n",
    )
  } finally {
    await rm(folder, { recursive: true })
  }
})
