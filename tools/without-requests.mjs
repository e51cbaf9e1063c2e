/**
 * Removes what only the device and the API reference need from declarations of calls and parameters
 * in browser builds: schemas, encoders and summaries of calls, bounds and rules of parameters. The
 * schema library and unused rules go with them. So do declarations that a page does not use,
 * because the functions that create them are marked as free of side effects.
 */

const DECLARATIONS =
  /\/contract\/src\/(calls\/[^/]+|bench(-[a-z]+)?|card-reader|parameters\/[^/]+)\.ts$/
const PARAMETERS = /\/contract\/src\/parameters\//
const UNUSED = new Set([
  'access',
  'aliases',
  'answersWith',
  'data',
  'effect',
  'maxBytes',
  'maxFiles',
  'proof',
  'request',
  'several',
  'source',
  'summary',
])
const MAKERS = /^(text|json|rest|action|soap|download|upload|stream|socket)Call$/
/** Functions that create parameter groups and their codecs. */
const CODECS = /^(group|text|secret|choice|whole|oneOf|list|asText|withDefault|orNone)$/
/** The codecs whose arguments only describe what the device accepts. */
const BOUNDED = /^(text|secret|choice)$/
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
 * Removes these members of an object, and returns the others.
 * @param {Node} object
 * @param {ReadonlySet<string>} names
 * @param {Edit[]} edits
 */
function remove(object, names, edits) {
  const properties = /** @type {Node[]} */ (object.properties ?? [])
  return properties.filter(({ key, start }, index) => {
    if (!isNode(key) || !names.has(String(key.name))) return true
    // With the comma after it.
    edits.push({ start, end: properties[index + 1]?.start ?? object.end - 1, text: '' })
    return false
  })
}

const ENCODERS = new Set(['encode'])

/**
 * The functions that a file of declarations has of its own: they put schemas together.
 * @param {Node} tree
 * @returns {Set<string>}
 */
function ownFunctions(tree) {
  const declarators = Object.values(tree)
    .flat()
    .filter(isNode)
    .flatMap(({ declarations }) => (Array.isArray(declarations) ? declarations.filter(isNode) : []))
  return new Set(
    declarators.flatMap(({ id, init }) =>
      isNode(id) && isNode(init) && init.type === 'ArrowFunctionExpression'
        ? [String(id.name)]
        : [],
    ),
  )
}

/**
 * The edits that a declaration file needs.
 * @param {Node} node
 * @param {Edit[]} edits
 * @param {ReadonlySet<string>} own
 */
function collect(node, edits, own) {
  const { callee } = node
  const isOwn = isNode(callee) && callee.type === 'Identifier' && own.has(String(callee.name))
  if (node.type === 'CallExpression' && (isMaker(callee) || isSchema(callee) || isOwn)) {
    edits.push({ start: node.start, end: node.start, text: '/* @__PURE__ */ ' })
  }
  // What several declarations of a file share is in an object of its own.
  if (node.type === 'VariableDeclarator' && isNode(node.init)) {
    const { expression } = node.init
    const object = isNode(expression) ? expression : node.init
    if (object.type === 'ObjectExpression') {
      for (const property of remove(object, UNUSED, edits)) collect(property, edits, own)
      return
    }
  }
  if (node.type === 'CallExpression' && isMaker(node.callee)) {
    const [declared] = /** @type {Node[]} */ (node.arguments)
    for (const { key, value } of declared ? remove(declared, UNUSED, edits) : []) {
      if (isNode(key) && isNode(value) && key.name === 'format') remove(value, ENCODERS, edits)
    }
    return
  }
  for (const child of Object.values(node).flat()) if (isNode(child)) collect(child, edits, own)
}

/**
 * The edits that a file of parameters needs.
 * @param {Node} node
 * @param {Edit[]} edits
 */
function collectOfParameters(node, edits) {
  const name = isNode(node.callee) ? String(node.callee.name) : ''
  if (node.type === 'CallExpression' && isNode(node.callee) && CODECS.test(name)) {
    edits.push({ start: node.start, end: node.start, text: '/* @__PURE__ */ ' })
    if (BOUNDED.test(name)) {
      edits.push({ start: node.callee.end, end: node.end, text: '()' })
      return
    }
  }
  for (const child of Object.values(node).flat())
    if (isNode(child)) collectOfParameters(child, edits)
}

/**
 * @param {string} id
 * @param {string} code
 * @param {Node} tree
 */
export function withoutUnused(id, code, tree) {
  /** @type {Edit[]} */
  const edits = []
  if (PARAMETERS.test(id)) collectOfParameters(tree, edits)
  else collect(tree, edits, ownFunctions(tree))
  let text = code
  for (const edit of edits.toSorted((a, b) => b.start - a.start)) {
    text = text.slice(0, edit.start) + edit.text + text.slice(edit.end)
  }
  return text
}

/** @returns {import('vite').Plugin} */
export function withoutRequests() {
  return {
    name: 'lintel-without-requests',
    apply: 'build',
    enforce: 'pre',
    transform: {
      filter: { id: DECLARATIONS },
      handler(code, id) {
        const tree = /** @type {Node} */ (/** @type {unknown} */ (this.parse(code, { lang: 'ts' })))
        return { code: withoutUnused(id, code, tree), map: null, moduleSideEffects: false }
      },
    },
  }
}
