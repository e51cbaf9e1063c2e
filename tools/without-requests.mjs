/**
 * Takes out of the call declarations, for browser builds, what only the device and the API reference
 * need: schemas, encoders, summaries. With them goes the schema library. Declarations that a page
 * does not use go too, because what makes them is marked as free of side effects.
 */

const DECLARATIONS = /\/contract\/src\/(calls\/[^/]+|bench)\.ts$/
const UNUSED = new Set([
  'access',
  'aliases',
  'answersWith',
  'codes',
  'data',
  'effect',
  'maxBytes',
  'proof',
  'request',
  'source',
  'summary',
])
const MAKERS = /^(text|json|rest|action|soap|download|upload|stream|socket)Call$/
/** The name under which declarations import the schema library. */
const SCHEMA_LIBRARY = 'v'

/**
 * @typedef {{ type: string, start: number, end: number, [key: string]: unknown }} Node
 * @typedef {{ start: number, end: number, text: string }} Edit
 */

/**
 * @param {unknown} value
 * @returns {value is Node}
 */
const isNode = (value) => typeof value === 'object' && value !== null && 'type' in value

/** @param {unknown} callee */
const isMaker = (callee) =>
  isNode(callee) && callee.type === 'Identifier' && MAKERS.test(String(callee.name))

/** @param {unknown} callee */
const isSchema = (callee) =>
  isNode(callee) && isNode(callee.object) && callee.object.name === SCHEMA_LIBRARY

/**
 * Makes these members of an object undefined, and gives the others back.
 * @param {Node} object
 * @param {ReadonlySet<string>} names
 * @param {Edit[]} edits
 */
function blank(object, names, edits) {
  return /** @type {Node[]} */ (object.properties ?? []).filter(({ key, value }) => {
    if (!isNode(key) || !isNode(value) || !names.has(String(key.name))) return true
    edits.push({ start: value.start, end: value.end, text: 'undefined' })
    return false
  })
}

const ENCODERS = new Set(['encode'])

/**
 * The changes that a declaration file needs.
 * @param {Node} node
 * @param {Edit[]} edits
 */
function collect(node, edits) {
  if (node.type === 'CallExpression' && (isMaker(node.callee) || isSchema(node.callee))) {
    edits.push({ start: node.start, end: node.start, text: '/* @__PURE__ */ ' })
  }
  // What several declarations of a file share stands in an object of its own.
  if (node.type === 'VariableDeclarator' && isNode(node.init)) {
    const { expression } = node.init
    const object = isNode(expression) ? expression : node.init
    if (object.type === 'ObjectExpression') {
      for (const kept of blank(object, UNUSED, edits)) collect(kept, edits)
      return
    }
  }
  if (node.type === 'CallExpression' && isMaker(node.callee)) {
    const [declared] = /** @type {Node[]} */ (node.arguments)
    for (const { key, value } of declared ? blank(declared, UNUSED, edits) : []) {
      if (isNode(key) && isNode(value) && key.name === 'format') blank(value, ENCODERS, edits)
    }
    return
  }
  for (const child of Object.values(node).flat()) if (isNode(child)) collect(child, edits)
}

/**
 * @param {string} code
 * @param {Node} tree
 */
export function withoutUnused(code, tree) {
  /** @type {Edit[]} */
  const edits = []
  collect(tree, edits)
  let text = code
  for (const edit of edits.toSorted((a, b) => b.start - a.start)) {
    text = text.slice(0, edit.start) + edit.text + text.slice(edit.end)
  }
  return text
}

/** @returns {import('vite').Plugin} */
export function withoutRequests() {
  return {
    name: 'lintel:without-requests',
    apply: 'build',
    enforce: 'pre',
    transform: {
      filter: { id: DECLARATIONS },
      handler(code) {
        const tree = /** @type {Node} */ (/** @type {unknown} */ (this.parse(code, { lang: 'ts' })))
        return { code: withoutUnused(code, tree), map: null, moduleSideEffects: false }
      },
    },
  }
}
