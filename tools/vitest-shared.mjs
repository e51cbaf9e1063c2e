/**
 * Settings that all unit test projects share: vitest reads these from each project's own
 * configuration.
 */
export const SHARED = {
  // Modules load once for all files of a worker, which halves the time. Tests leave no state
  // behind.
  isolate: false,
  // Only failing tests wait this long; a slow machine must not fail a test.
  testTimeout: 30_000,
  hookTimeout: 30_000,
}
