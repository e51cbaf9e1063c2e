import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { expect } from '@playwright/test'

/** Expects no axe violations on the page in its current state, in the light and the dark theme. */
export async function expectAccessible(page: Page): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    // All frames have the device's origin: axe's default mode, which opens another page for the
    // result, takes twice as long.
    const axe = new AxeBuilder({ page }).setLegacyMode()
    // All that the theme changes.
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
