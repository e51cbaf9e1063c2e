const IMPORT = /(?:\bfrom|\bimport)\s*\(?\s*['"]([^'"]+)['"]/g

/**
 * What a module imports, types and `import()` included.
 * @param {string} code
 * @returns {string[]} The names as they stand in the code: `./wire.ts`, `@lintel/ui/button`.
 */
export const importsIn = (code) => Array.from(code.matchAll(IMPORT), ([, target = '']) => target)
