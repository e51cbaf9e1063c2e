/**
 * Finds import cycles. Neither oxlint nor knip finds all of them: the rule `import/no-cycle` of the
 * former ignores `import()`, the `cycles` of the latter ignore types.
 */
import { dirname, join, normalize } from 'node:path'
import { importsIn } from './imports.mjs'

/**
 * The groups of modules that import each other in a cycle, by any kind of import. A cycle never
 * spans workspaces, so only relative imports count.
 * @param {ReadonlyMap<string, string>} modules The code of each module by its path from the
 * checkout.
 * @returns {string[][]} The modules of each group, sorted.
 */
export function cyclesIn(modules) {
  const imports = new Map(
    Array.from(modules, ([file, code]) => [
      file,
      importedBy(file, code).filter((one) => modules.has(one)),
    ]),
  )
  return stronglyConnected(imports)
    .filter((group) => group.length > 1)
    .map((group) => group.toSorted())
}

/**
 * @param {string} file
 * @param {string} code
 */
const importedBy = (file, code) =>
  importsIn(code)
    .filter((target) => target.startsWith('.'))
    .map((target) => normalize(join(dirname(file), target)))

/**
 * Tarjan's algorithm: the strongly connected components.
 * @param {ReadonlyMap<string, readonly string[]>} graph
 * @returns {string[][]}
 */
function stronglyConnected(graph) {
  /** @type {string[][]} */
  const groups = []
  /** @type {Map<string, number>} */
  const order = new Map()
  /** @type {string[]} */
  const stack = []

  /**
   * @param {string} node
   * @returns {number} The earliest node on the stack that it reaches.
   */
  function visit(node) {
    const own = order.size
    let earliest = own
    order.set(node, own)
    stack.push(node)
    for (const next of graph.get(node) ?? []) {
      const seen = order.get(next)
      if (seen === undefined) earliest = Math.min(earliest, visit(next))
      else if (stack.includes(next)) earliest = Math.min(earliest, seen)
    }
    if (earliest === own) groups.push(stack.splice(stack.indexOf(node)))
    return earliest
  }

  for (const node of graph.keys()) if (!order.has(node)) visit(node)
  return groups
}
