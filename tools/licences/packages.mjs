/** Names and licences of the npm packages that go into our bundles. */
import { existsSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { LICENCES, TEXTS } from './texts.mjs'

/**
 * @typedef {object} Package
 * @property {string} name
 * @property {string} version
 * @property {string} licence SPDX expression.
 * @property {string} text
 *
 * @typedef {object} Manifest
 * @property {string} name
 * @property {string} version
 * @property {string | { type?: string }} [license]
 * @property {Record<string, string>} [dependencies]
 * @property {Record<string, string>} [optionalDependencies]
 */

const MODULES = '/node_modules/'
/** Modules that bundlers insert, and the packages that they belong to. */
const BUNDLERS = /^\0(vite|rolldown)\//

/**
 * The folder of the package that a module belongs to; undefined for our own modules and for virtual
 * ones derived from them.
 * @param {string} id
 * @param {string} root The checkout.
 */
export function folderOf(id, root) {
  const bundler = BUNDLERS.exec(id)?.[1]
  if (bundler !== undefined) return join(root, 'node_modules', bundler)
  const path = id.replace(/^\0/, '').replace(/\?.*$/, '')
  const at = path.lastIndexOf(MODULES)
  if (at < 0) return undefined
  const inside = path.slice(at + MODULES.length).split('/')
  const name = inside.slice(0, inside[0]?.startsWith('@') ? 2 : 1).join('/')
  return path.slice(0, at + MODULES.length) + name
}

/**
 * A package with all its installed dependencies: packages outside a bundle are shipped whole.
 * @param {string} folder
 * @param {Set<string>} [known]
 * @returns {Promise<Set<string>>}
 */
export async function withDependencies(folder, known = new Set()) {
  if (known.has(folder)) return known
  known.add(folder)
  const { dependencies = {}, optionalDependencies = {} } = await manifestOf(folder)
  for (const name of Object.keys({ ...dependencies, ...optionalDependencies })) {
    const found = nearest(folder, name)
    if (found !== undefined) await withDependencies(found, known)
  }
  return known
}

/**
 * Resolves a dependency of a package as Node does.
 * @param {string} folder
 * @param {string} name
 */
function nearest(folder, name) {
  for (let at = folder; at !== dirname(at); at = dirname(at)) {
    const found = join(at, 'node_modules', name)
    if (existsSync(join(found, 'package.json'))) return found
  }
  return undefined
}

/**
 * @param {string} folder
 * @returns {Promise<Manifest>}
 */
async function manifestOf(folder) {
  return /** @type {Manifest} */ (JSON.parse(await readFile(join(folder, 'package.json'), 'utf8')))
}

/**
 * @param {string} folder
 * @returns {Promise<Package>}
 * @throws when the package does not declare its licence
 */
export async function readPackage(folder) {
  const { name, version, license } = await manifestOf(folder)
  const licence = LICENCES[name] ?? (typeof license === 'string' ? license : license?.type)
  if (licence === undefined) throw new Error(`${name} ${version} does not name its licence.`)
  const text = (await textIn(folder)) ?? TEXTS[name] ?? (await textOfOwner(folder, name))
  if (text === undefined) {
    throw new Error(`${name} ${version} has no licence text; give it in tools/licences/texts.mjs.`)
  }
  return { name, version, licence, text: tidy(text) }
}

/** Files that must be reproduced, the licence first. */
const FILE = /^(licen[cs]e|copying|notice)([.-].*)?$/i

/** @param {string} folder */
async function textIn(folder) {
  const files = (await readdir(folder)).filter((file) => FILE.test(file)).toSorted()
  const texts = await Promise.all(files.map((file) => readFile(join(folder, file), 'utf8')))
  return texts.length === 0 ? undefined : texts.join('\n\n')
}

/**
 * A part of a package for one platform (`@libsql/linux-x64-gnu`) has the licence of the package
 * that depends on it, which is in the same folder.
 * @param {string} folder
 * @param {string} name
 */
async function textOfOwner(folder, name) {
  const modules = folder.slice(0, -name.length)
  const scope = name.split('/')[0] ?? ''
  for (const owner of [scope.slice(1), ...(await siblingsIn(join(modules, scope), scope))]) {
    const at = join(modules, owner)
    if (!existsSync(join(at, 'package.json'))) continue
    const { optionalDependencies = {} } = await manifestOf(at)
    if (name in optionalDependencies) return textIn(at)
  }
  return undefined
}

/** @param {string} folder @param {string} scope */
async function siblingsIn(folder, scope) {
  return (await readdir(folder)).map((name) => `${scope}/${name}`)
}

/**
 * The text of its own licence alone: bundlers also list those of their dependencies, which are not
 * in what they insert into our bundles.
 * @param {string} text
 */
function tidy(text) {
  const [own = ''] = text.split(/^#+ .*licenses of bundled dependencies.*$/im)
  return own.replaceAll('\r\n', '\n').trim()
}
