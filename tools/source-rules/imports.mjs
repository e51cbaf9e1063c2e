/** Vite accepts options after a module's path: `./catalogues.ts?languages`. */
const IMPORT = /(?:\bfrom|\bimport)\s*\(?\s*['"]([^'"?]+)(?:\?[^'"]*)?['"]/g

/**
 * The imports of a module or style sheet, including types and `import()`.
 * @param {string} code
 * @returns {string[]} As written in the code, without options: `./wire.ts`, `@lintel/ui/button`.
 */
export const importsIn = (code) => Array.from(code.matchAll(IMPORT), ([, target = '']) => target)
