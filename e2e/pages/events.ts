import { getActionRules } from '@lintel/contract/calls/action-rules'
import { getRecipients } from '@lintel/contract/calls/recipients'
import { listSchedules } from '@lintel/contract/calls/schedule-rows'
import { getVirtualInputs } from '@lintel/contract/calls/virtual-inputs'
import { expect } from '../fixture.ts'
import type { PageDescriptor } from './descriptor.ts'
import { inFrame } from './parts.ts'

/** The tabs, each with a page of the device, which has a descriptor of its own. */
const ready: PageDescriptor['ready'] = (page) =>
  expect(inFrame(page).getByRole('button').first()).toBeVisible({ timeout: 8_000 })

export const events: readonly PageDescriptor[] = [
  {
    route: '/events',
    about: getActionRules,
    ready,
    menu: { English: 'Events', German: 'Ereignisse' },
    restart: { after: (page) => expect(inFrame(page).getByRole('button').first()).toBeVisible() },
    pictures: [{ name: 'action rules' }],
  },
  {
    route: '/events/recipients',
    about: getRecipients,
    ready,
    pictures: [{ name: 'recipients' }],
  },
  {
    route: '/events/schedules',
    about: listSchedules,
    ready,
    pictures: [{ name: 'schedules' }],
  },
  {
    route: '/events/recurrences',
    about: listSchedules,
    ready,
    pictures: [{ name: 'recurrences' }],
  },
  {
    route: '/events/manual-triggers',
    about: getVirtualInputs,
    ready,
    pictures: [{ name: 'manual trigger' }],
  },
]
