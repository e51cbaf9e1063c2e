import { getActionRules } from '@lintel/contract/calls/action-rules'
import { getRecipients } from '@lintel/contract/calls/recipients'
import { listSchedules } from '@lintel/contract/calls/schedule-rows'
import { getVirtualInputs } from '@lintel/contract/calls/virtual-inputs'
import { expect } from '../fixture.ts'
import type { PageDescriptor } from './descriptor.ts'
import { inFrame } from './parts.ts'

/** The tabs, each with a page of the device, which has a descriptor of its own. */
const tab = (
  route: string,
  picture: string,
  about: NonNullable<PageDescriptor['about']>,
): PageDescriptor => ({
  route,
  about,
  ready: (page) =>
    expect(inFrame(page).getByRole('button').first()).toBeVisible({ timeout: 8_000 }),
  pictures: [{ name: picture }],
})

export const events: readonly PageDescriptor[] = [
  {
    ...tab('/events', 'action rules', getActionRules),
    menu: { English: 'Events', German: 'Ereignisse' },
    restart: { after: (page) => expect(inFrame(page).getByRole('button').first()).toBeVisible() },
  },
  tab('/events/recipients', 'recipients', getRecipients),
  tab('/events/schedules', 'schedules', listSchedules),
  tab('/events/recurrences', 'recurrences', listSchedules),
  tab('/events/manual-triggers', 'manual trigger', getVirtualInputs),
]
