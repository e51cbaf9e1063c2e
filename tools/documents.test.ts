import { existsSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { benchCalls } from '@lintel/contract/bench'
import { deviceCalls } from '@lintel/contract/calls/all'
import { expect, test } from 'vitest'
import { readAreas } from './catalogues.mjs'
import { readSources } from './changed.mjs'
import {
  brokenLinks,
  brokenTables,
  missingBenchCalls,
  missingCalls,
  missingFlags,
  missingNames,
  missingPaths,
  missingScripts,
  missingTexts,
  missingAltTexts,
} from './documents.ts'
import type { Document } from './documents.ts'
import { ROOT } from './root.mjs'

const files = ['.', 'docs'].map(async (folder) =>
  (await readdir(join(ROOT, folder)))
    .filter((name) => name.endsWith('.md'))
    .map((name) => (folder === '.' ? name : `${folder}/${name}`)),
)
const documents: Document[] = await Promise.all(
  (await Promise.all(files)).flat().map(async (file) => ({
    file,
    text: await readFile(join(ROOT, file), 'utf8'),
  })),
)
const english = (await readAreas(ROOT)).map(({ texts }) => texts.get('en') ?? {})

const document = (text: string): Document => ({ file: 'a.md', text })

test('every link of a document leads to a file and its heading', () => {
  expect(documents.length).toBeGreaterThan(8)
  expect(brokenLinks(documents, ROOT)).toEqual([])
})

test('every picture is in README.md with alternative text, and has the outline of its pages', async () => {
  expect(documents.flatMap(missingAltTexts)).toEqual([])
  const readme = documents.find(({ file }) => file === 'README.md')?.text ?? ''
  const shown = Array.from(
    readme.matchAll(/\]\(docs\/pictures\/(\w+)\.webp\)/g),
    ([, name]) => name,
  )
  expect(shown.length).toBeGreaterThan(2)
  const files = await readdir(join(ROOT, 'docs', 'pictures'))
  expect(files.toSorted()).toEqual(
    shown.flatMap((name) => [`${name}.webp`, `${name}.yml`]).toSorted(),
  )
})

test('every table of a document is well formed', () => {
  expect(documents.flatMap(brokenTables)).toEqual([])
})

test('every path in a document exists', async () => {
  const entries = await readdir(ROOT, { withFileTypes: true })
  const folders = entries
    .filter((entry) => entry.isDirectory() && !entry.name.startsWith('.'))
    .map(({ name }) => name)
  const exists = (path: string) => existsSync(join(ROOT, path))
  const missing = documents
    // It names folders of other products too.
    .filter(({ file }) => file !== 'docs/requirements.md')
    .flatMap((found) => missingPaths(found, folders, exists))
  expect(missing).toEqual([])
})

test('every command and flag in a document exists', async () => {
  const { scripts } = JSON.parse(await readFile(join(ROOT, 'package.json'), 'utf8')) as {
    scripts: Record<string, string>
  }
  const help = english
    .flatMap((texts) => ['start.help', 'gateway.help', 'record.help'].map((id) => texts[id] ?? ''))
    .join('')
  expect(documents.flatMap((found) => missingScripts(found, Object.keys(scripts)))).toEqual([])
  expect(documents.flatMap((found) => missingFlags(found, help))).toEqual([])
})

test('every name of the code in the makers’ documents exists', async () => {
  const sources = await readSources()
  const known = new Set([...sources.values()].flatMap((source) => source.match(/\w+/g) ?? []))
  const makers = documents.filter(({ file }) =>
    ['ARCHITECTURE.md', 'CONTRIBUTING.md'].includes(file),
  )
  expect(makers).toHaveLength(2)
  expect(makers.flatMap((found) => missingNames(found, known))).toEqual([])
})

test('every example for curl and the bench is a valid call', () => {
  expect(documents.flatMap((found) => missingCalls(found, deviceCalls))).toEqual([])
  expect(documents.flatMap((found) => missingBenchCalls(found, benchCalls))).toEqual([])
})

test('bold text in the administrators’ guide appears on a page', () => {
  const texts = english.flatMap((messages) => Object.values(messages))
  const guide = documents.find(({ file }) => file === 'docs/administrators.md')
  expect(guide && missingTexts(guide, texts)).toEqual([])
})

test('broken links are reported', () => {
  const one = { file: 'a.md', text: '# A b & c\n[x](#a-b--c) [y](#b) [z](https://x.example/#b)' }
  const two = {
    file: 'docs/b.md',
    text: '[a](../a.md#a-b--c) [b](../a.md#c) [c](none.md) [d](b.md)',
  }
  expect(brokenLinks([one, two], join(ROOT, 'tools', 'none'))).toEqual([
    'a.md: there is no a.md.',
    'a.md: there is no a.md.',
    'docs/b.md: there is no a.md.',
    'docs/b.md: there is no a.md.',
    'docs/b.md: there is no docs/none.md.',
    'docs/b.md: there is no docs/b.md.',
  ])
  const readme = { ...one, file: 'README.md' }
  expect(brokenLinks([readme], ROOT)).toEqual(['README.md: README.md has no heading #b.'])
})

test('pictures without alternative text are reported', () => {
  expect(missingAltTexts(document('![A door](a.png) ![](b.png) ![ ](c.png)'))).toEqual([
    'a.md: b.png has no alternative text.',
    'a.md: c.png has no alternative text.',
  ])
})

test('malformed tables are reported', () => {
  const text = '| a | `b\\|c` |\n|---|---|\n| 1 | 2 |\n\n| d |\n|---|---|\n| 3 |'
  expect(brokenTables(document(text))).toEqual([
    'a.md: the line below | d | has another number of cells.',
  ])
})

test('unknown names are reported', () => {
  const text = '`openDoor()` `door.openWide` `v.openWider` `opened` `openWidest`'
  expect(missingNames(document(text), new Set(['openDoor', 'openWidest']))).toEqual([
    'a.md: no source has the name door.openWide.',
  ])
})

test('unknown paths, scripts and flags are reported', () => {
  const text =
    '`src/a.ts` `src/b.ts` `src/<x>.ts` `lib/c.ts`\n`npm run dev`, `npm run -s fly`\n```\nnpm start -- --port 0 --wings\n```'
  expect(missingPaths(document(text), ['src'], (path) => path === 'src/a.ts')).toEqual([
    'a.md: there is no src/b.ts.',
  ])
  expect(missingScripts(document(text), ['dev'])).toEqual(['a.md: there is no npm run fly.'])
  expect(missingFlags(document(text), '--port 8080')).toEqual(['a.md: npm start has no --wings.'])
})

test('unknown calls and invalid bodies are reported', () => {
  const text = [
    '```',
    'curl "$HTTP/axis-cgi/param.cgi?action=fly"',
    'curl "$HTTP/axis-cgi/none.cgi"',
    'curl -k https://127.0.0.1:8443/axis-cgi/usergroup.cgi',
    'curl "$HTTP/vapix/intercom"',
    'curl "$HTTP/local/bell/rings"',
    'curl "$HTTP/vapix/intercom/PhonebookEntries/ada/image"',
    'curl "$HTTP/vapix/intercom/PhonebookEntries/ada/b/image"',
    `bench none '{}'`,
    `bench world '{"cable":"in"}'`,
    `bench world '{"cable":true}'`,
    '```',
  ].join('\n')
  expect(missingCalls(document(text), deviceCalls)).toEqual([
    'a.md: /axis-cgi/param.cgi has no action fly.',
    'a.md: no call is at /axis-cgi/none.cgi.',
    'a.md: no call is at /vapix/intercom/PhonebookEntries/ada/b/image.',
  ])
  expect(missingBenchCalls(document(text), benchCalls)).toEqual([
    'a.md: the bench has no none.',
    'a.md: the bench refuses {"cable":"in"} for world.',
  ])
})

test('bold text that appears on no page is reported', () => {
  const texts = ['Set it.', 'There is no {name} here']
  const text = '**Set it** **Set it.** **There is no …** **Set** ```\n**not bold**\n```'
  expect(missingTexts(document(text), texts)).toEqual([
    'a.md: no page shows “Set”.',
    'a.md: no page shows “not bold”.',
  ])
})
