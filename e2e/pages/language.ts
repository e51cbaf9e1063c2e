import { expect } from '../fixture.ts'
import { speak } from '../rig/language.ts'
import type { PageDescriptor } from './descriptor.ts'
import { alert, couldNotLoad, failing, parameter } from './parts.ts'

export const language: readonly PageDescriptor[] = [
  {
    route: '/language',
    menu: { English: 'Language', German: 'Sprache' },
    ready: (page) => expect(page.locator('main button[lang="it"]')).toBeVisible(),
    openings: [{ calls: ['param.list'], failed: couldNotLoad }],
    forms: [
      {
        what: 'the language',
        call: 'language.set',
        fill: () => Promise.resolve(),
        save: (page) => page.locator('main button[lang="fr"]'),
        failed: (page) => alert(page, 'Français could not be set.'),
        unchanged: (page) =>
          expect(page.getByRole('button', { pressed: true })).toHaveText(['English']),
        saved: (page) => expect(page.locator('html')).toHaveAttribute('lang', 'fr'),
        stored: async (rig) =>
          (await parameter(rig, 'root.Properties.System.Language')) === 'French',
        faults: ['drop', 'diskFull'],
      },
    ],
    restart: {
      alone: true,
      change: (rig) => speak(rig, 'German'),
      after: (page) => expect(page.getByRole('button', { pressed: true })).toHaveText(['Deutsch']),
    },
    pictures: [
      { name: 'page' },
      {
        name: 'refused',
        before: failing('language.set'),
        act: (page) => page.locator('main button[lang="fr"]').click(),
      },
    ],
  },
]
