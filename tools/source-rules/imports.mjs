/** Vite takes options for a module behind its name: `./words.ts?languages`. */
const IMPORT = /(?:\bfrom|\bimport)\s*\(?\s*['"]([^'"?]+)(?:\?[^'"]*)?['"]/g

/**
 * What a module or a style sheet imports, types and `import()` included.
 * @param {string} code
 * @returns {string[]} As named in the code, without options: `./wire.ts`, `@lintel/ui/button`.
 */
export const importsIn = (code) => Array.from(code.matchAll(IMPORT), ([, target = '']) => target)
