/**
 * What a browser may be made to load: brotli bytes, and requests. `bytes.mjs` reckons it from the
 * builds, `npm run bench` measures it in a browser.
 * @satisfies {Record<string, { bytes: number, requests?: number }>}
 */
export const BUDGETS = {
  /** The console until it shows the overview. */
  firstLoad: { bytes: 110_000, requests: 12 },
  /** What any later page adds, with the form kit and whatever else it shares with others. */
  laterPage: { bytes: 40_000, requests: 12 },
  /** What a page loads only when it is wanted, the form kit with it: a dialog, or what some products have. */
  part: { bytes: 20_000, requests: 12 },
  wizard: { bytes: 100_000, requests: 12 },
  /** A page beside the console, by itself. */
  devicePage: { bytes: 95_000, requests: 12 },
  signIn: { bytes: 8_000 },
}
