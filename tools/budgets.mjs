/**
 * What a browser may load: brotli bytes, and requests. `bytes.mjs` computes it from the builds,
 * `npm run bench` measures it in a browser.
 * @satisfies {Record<string, { bytes: number, requests?: number }>}
 */
export const BUDGETS = {
  /** The console until it shows the overview. */
  firstLoad: { bytes: 110_000, requests: 12 },
  /** The parts of the shell that load beside the first page. */
  beside: { bytes: 12_000, requests: 4 },
  /** What any other page adds, with the form kit and other shared chunks. */
  laterPage: { bytes: 54_000, requests: 18 },
  /**
   * What a page loads on demand, with the form kit: a dialog, or something that only some products
   * have.
   */
  part: { bytes: 24_000, requests: 12 },
  wizard: { bytes: 103_000, requests: 12 },
  /** A page outside the console, by itself. */
  devicePage: { bytes: 98_100, requests: 12 },
  signIn: { bytes: 8_000 },
}
