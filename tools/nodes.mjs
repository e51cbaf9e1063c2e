/** The versions of Node that run the product; `npm run nightly` tests with the newest of each. */
export const NODES = ['20', '22', '24']

/**
 * Those of another major version than the given one.
 * @param {string} running `v24.21.0`
 */
export const otherNodes = (running) =>
  NODES.filter((version) => !running.startsWith(`v${version}.`))
