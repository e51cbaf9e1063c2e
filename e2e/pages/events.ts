import { expect } from '../fixture.ts'
import type { PageDescriptor } from './descriptor.ts'
import { inFrame } from './parts.ts'

/** The tabs, each with a page of the device, which has a descriptor of its own. */
const tab = (route: string, picture: string): PageDescriptor => ({
  route,
  ready: (page) =>
    expect(inFrame(page).getByRole('button').first()).toBeVisible({ timeout: 8_000 }),
  restart: { after: (page) => expect(inFrame(page).getByRole('button').first()).toBeVisible() },
  pictures: [{ name: picture }],
})

export const events: readonly PageDescriptor[] = [
  { ...tab('/events', 'action rules'), menu: { English: 'Events', German: 'Ereignisse' } },
  tab('/events/recipients', 'recipients'),
  tab('/events/schedules', 'schedules'),
  tab('/events/recurrences', 'recurrences'),
  tab('/events/manual-triggers', 'manual trigger'),
]
