/** What all projects of the unit tests have in common: vitest takes these from each project's own settings. */
export const SHARED = {
  // Modules load once for all files of a worker, which takes half the time. Tests leave nothing behind.
  isolate: false,
  // Only a test that fails waits for so long; one whose machine is busy is none of them.
  testTimeout: 30_000,
  hookTimeout: 30_000,
}
