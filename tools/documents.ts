/**
 * Checks the verifiable parts of the documents: links, paths, commands and calls. Each check
 * returns sentences.
 */
import { existsSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import type { Call } from '@lintel/contract/call'
import { PATH_MEMBER } from '@lintel/contract/path'
import * as v from 'valibot'

/** A document by its path from the checkout. */
export interface Document {
  file: string
  text: string
}

/** The content of code blocks. */
const blocksIn = (text: string): string =>
  Array.from(text.matchAll(/^```\w*\n(.*?)^```$/gms), ([, code]) => code).join('')

/** The text without code blocks. */
const proseIn = (text: string): string => text.replaceAll(/^```.*?^```$/gms, '')

/** The anchor that GitHub gives a heading. */
const anchorOf = (heading: string): string =>
  heading
    .trim()
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
    .replaceAll(/\s/g, '-')

function anchorsIn(text: string): ReadonlySet<string> {
  const found = new Set<string>()
  for (const [, heading = ''] of proseIn(text).matchAll(/^#+ (.*)$/gm)) {
    const anchor = anchorOf(heading)
    let number = 0
    while (found.has(number === 0 ? anchor : `${anchor}-${number}`)) number += 1
    found.add(number === 0 ? anchor : `${anchor}-${number}`)
  }
  return found
}

/** Links to files or headings that don't exist. */
export function brokenLinks(documents: readonly Document[], root: string): string[] {
  const texts = new Map(documents.map(({ file, text }) => [file, text]))
  return documents.flatMap(({ file, text }) =>
    Array.from(proseIn(text).matchAll(/\]\(([^)\s]+)\)/g), ([, target = '']) => {
      if (/^[a-z]+:/.test(target)) return ''
      const [path = '', anchor] = target.split('#')
      const to = path === '' ? file : relative(root, join(root, dirname(file), path))
      if (!existsSync(join(root, to))) return `${file}: there is no ${to}.`
      const other = texts.get(to)
      if (anchor === undefined || other === undefined || anchorsIn(other).has(anchor)) return ''
      return `${file}: ${to} has no heading #${anchor}.`
    }).filter(Boolean),
  )
}

/** Pictures without alternative text. */
export const missingAltTexts = ({ file, text }: Document): string[] =>
  Array.from(proseIn(text).matchAll(/!\[\s*\]\(([^)\s]+)\)/g), ([, picture = '']) => picture).map(
    (picture) => `${file}: ${picture} has no alternative text.`,
  )

/**
 * Tables whose delimiter row has another number of cells than the header: Markdown doesn't render
 * them as tables.
 */
export const brokenTables = ({ file, text }: Document): string[] =>
  Array.from(proseIn(text).matchAll(/^(\|.*)\n(\|[-:| ]+)$/gm)).flatMap(
    ([, head = '', line = '']) =>
      cellsOf(head) === cellsOf(line)
        ? []
        : [`${file}: the line below ${head} has another number of cells.`],
  )

const cellsOf = (row: string): number => row.replaceAll('\\|', '').split('|').length

/**
 * Paths in backquotes, below a folder of the checkout, that don't exist. Patterns and build output
 * are ignored.
 */
export function missingPaths(
  { file, text }: Document,
  folders: readonly string[],
  exists: (path: string) => boolean,
): string[] {
  return Array.from(proseIn(text).matchAll(/`([\w.-]+\/[^`\s]*)`/g), ([, path = '']) => path)
    .filter((path) => folders.includes(path.split('/')[0] ?? '') && !/[<>*…]/.test(path))
    .filter((path) => !exists(path))
    .map((path) => `${file}: there is no ${path}.`)
}

/**
 * Names in backquotes that occur in no source, as after a rename. Only names in camel case count,
 * as others are also plain words. Those of valibot (`v.`) are ignored.
 */
export function missingNames({ file, text }: Document, known: ReadonlySet<string>): string[] {
  return Array.from(
    proseIn(text).matchAll(/`(?!v\.)(\w+(?:\.\w+)*)(?:\(\))?`/g),
    ([, name = '']) => name,
  )
    .filter((name) => name.split('.').some((part) => /[a-z][A-Z]/.test(part) && !known.has(part)))
    .map((name) => `${file}: no source has the name ${name}.`)
}

/** npm scripts that don't exist. */
export function missingScripts({ file, text }: Document, scripts: readonly string[]): string[] {
  return Array.from(
    text.matchAll(/\bnpm run (?:--?[\w-]+ )*([\w-]+)/g),
    ([, script = '']) => script,
  )
    .filter((script) => !scripts.includes(script))
    .map((script) => `${file}: there is no npm run ${script}.`)
}

/** Flags of `npm start` in examples that are missing in its help. */
export function missingFlags({ file, text }: Document, help: string): string[] {
  const flags = new Set(help.match(/--[\w-]+/g))
  return Array.from(text.matchAll(/^npm start .*?-- (.*)$/gm), ([, args = '']) => args)
    .flatMap((args) => args.match(/--[\w-]+/g) ?? [])
    .filter((flag) => !flags.has(flag))
    .map((flag) => `${file}: npm start has no ${flag}.`)
}

const pathsOf = ({ path, aliases = [], publicPath = path }: Call): readonly string[] => [
  path,
  publicPath,
  ...aliases,
]

/** Whether an address is at a path, which can have members such as `{id}`. */
const isAt = (path: string, address: string): boolean =>
  path === address ||
  (path.includes('{') &&
    new RegExp(`^${path.split(PATH_MEMBER).map(segment).join('')}$`).test(address))

/** What is between two members as it is, and a member as any segment: they take turns. */
const segment = (part: string, place: number): string =>
  place % 2 === 0 ? part.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`) : '[^/]+'

/** Examples for curl whose URL or `action` matches no call of the device. */
export function missingCalls({ file, text }: Document, calls: readonly Call[]): string[] {
  const lines = blocksIn(text).split('\n')
  return lines.flatMap((line) => {
    const address = /(?:\$HTTPS?|https?:\/\/127\.0\.0\.\d+:\d+)(\/[\w./-]+)/.exec(line)?.[1]
    if (!/\bcurl\b/.test(line) || address === undefined || address.startsWith('/bench/')) return []
    // What answers there is an application's own.
    if (address.startsWith('/local/')) return []
    const there = calls.filter((call) => pathsOf(call).some((path) => isAt(path, address)))
    if (there.length === 0) return [`${file}: no call is at ${address}.`]
    const action = /\baction=(\w+)/.exec(line)?.[1]
    // Of some calls it is a field like any other.
    const chooses = there.some((call) => call.kind === 'text' && call.action !== undefined)
    const known = there.some((call) => call.kind === 'text' && call.action === action)
    return action === undefined || !chooses || known
      ? []
      : [`${file}: ${address} has no action ${action}.`]
  })
}

/** Examples for the bench with an unknown call, or a body that doesn't match its schema. */
export function missingBenchCalls({ file, text }: Document, calls: readonly Call[]): string[] {
  return Array.from(
    blocksIn(text).matchAll(/^bench ([\w/]+) +'(.*)'$/gm),
    ([, name = '', body = '']) => {
      const call = calls.find(({ path }) => path === `/bench/${name}`)
      if (!call || !('request' in call)) return `${file}: the bench has no ${name}.`
      const { success } = v.safeParse(call.request, JSON.parse(body))
      return success ? '' : `${file}: the bench refuses ${body} for ${name}.`
    },
  ).filter(Boolean)
}

/** Bold text that no page of the product shows. With `…` at its end it is the start of a text. */
export function missingTexts({ file, text }: Document, texts: readonly string[]): string[] {
  return Array.from(proseIn(text).matchAll(/\*\*([^*]+)\*\*/g), ([, quote = '']) =>
    quote.replaceAll(/\s+/g, ' '),
  )
    .filter((quote) => {
      const start = quote.replace(/ …$/, '').replace(/\.$/, '')
      return !texts.some((known) =>
        quote.endsWith('…') ? known.startsWith(start) : known.replace(/\.$/, '') === start,
      )
    })
    .map((quote) => `${file}: no page shows “${quote}”.`)
}
