/**
 * Takes the request and answer schemas out of the call declarations for browser builds: only the
 * device runs them, and with them goes the schema library. Declarations that a page does not use go
 * too, because the functions that make them are marked as free of side effects.
 */

const DECLARATIONS = /\/contract\/src\/(calls\/[^/]+|bench)\.ts$/
const SCHEMAS = new Set(['request', 'data'])
const MAKERS = /^(text|json|rest|download|stream|socket)Call$/

/**
 * @typedef {{ type: string, start: number, end: number, [key: string]: unknown }} Node
 * @typedef {{ start: number, end: number, text: string }} Edit
 */

/**
 * @param {unknown} value
 * @returns {value is Node}
 */
const isNode = (value) => typeof value === 'object' && value !== null && 'type' in value

/**
 * The changes that a declaration file needs.
 * @param {Node} node
 * @param {Edit[]} edits
 */
function collect(node, edits) {
  if (node.type === 'CallExpression') {
    const callee = /** @type {Node} */ (node.callee)
    if (callee.type === 'Identifier' && MAKERS.test(String(callee.name))) {
      edits.push({ start: node.start, end: node.start, text: '/* @__PURE__ */ ' })
      const [declared] = /** @type {Node[]} */ (node.arguments)
      for (const property of /** @type {Node[]} */ (declared?.properties ?? [])) {
        const key = /** @type {Node | undefined} */ (property.key)
        const value = /** @type {Node | undefined} */ (property.value)
        if (value && SCHEMAS.has(String(key?.name))) {
          edits.push({ start: value.start, end: value.end, text: 'undefined' })
        }
      }
      return
    }
  }
  for (const child of Object.values(node).flat()) if (isNode(child)) collect(child, edits)
}

/**
 * @param {string} code
 * @param {Node} tree
 */
export function withoutSchemas(code, tree) {
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
        return { code: withoutSchemas(code, tree), map: null, moduleSideEffects: false }
      },
    },
  }
}
