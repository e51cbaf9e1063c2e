import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Page } from '@playwright/test'
import { expect } from '@playwright/test'
import type axe from 'axe-core'

/** Defines `axe` in the document that evaluates it. */
const AXE = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8')

/** Expects no axe violations on the page in its current state, in the light and the dark theme. */
export async function expectAccessible(page: Page): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    // A theme changes colours only.
    const rules = colorScheme === 'dark' ? ['color-contrast'] : undefined
    expect(await violations(page, rules), `axe, ${colorScheme} theme`).toEqual([])
  }
  await page.emulateMedia({ colorScheme: null })
}

/**
 * The violations in the page and its frames, each as one line.
 * @param rules the only rules to check, unless all
 */
async function violations(page: Page, rules: string[] | undefined): Promise<string[]> {
  // A document takes longer to read half a megabyte than for most checks, so each reads it once.
  for (const frame of page.frames()) {
    if (!(await frame.evaluate(() => 'axe' in globalThis))) await frame.evaluate(AXE)
  }
  return page.evaluate(async (only) => {
    const { axe: core } = globalThis as unknown as { axe: typeof axe }
    const result = await core.run(document, {
      // Only violations are described in full: naming every element that passes takes most of the
      // time.
      resultTypes: ['violations'],
      ...(only ? { runOnly: { type: 'rule', values: only } } : {}),
    })
    return result.violations.flatMap(({ id, help, nodes }) =>
      nodes.map(
        ({ target, failureSummary }) => `${id}: ${help}: ${target.join(' ')}: ${failureSummary}`,
      ),
    )
  }, rules)
}
