import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { expect } from '@playwright/test'

/** Expects no axe violations on the page in its current state, in the light and the dark theme. */
export async function expectAccessible(page: Page): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    // All frames have the device's origin, so the legacy mode works. The default mode opens another
    // page for the result and takes twice as long.
    // Only violations are described in full: naming every element that passes takes most of the time.
    const axe = new AxeBuilder({ page }).setLegacyMode().options({ resultTypes: ['violations'] })
    // A theme changes colours only.
    if (colorScheme === 'dark') axe.withRules(['color-contrast'])
    const { violations } = await axe.analyze()
    const violated = violations.flatMap(({ id, help, nodes }) =>
      nodes.map(
        ({ target, failureSummary }) => `${id}: ${help}: ${target.join(' ')}: ${failureSummary}`,
      ),
    )
    expect(violated, `axe, ${colorScheme} theme`).toEqual([])
  }
  await page.emulateMedia({ colorScheme: null })
}
