import { startPage } from '../app/start.tsx'
import { languages } from './catalogues.ts?languages'
import { SchedulesPage } from './schedules.tsx'
import { TEXTS } from './texts.ts'

// One file for both pages: what only the two of them need would otherwise be loaded by every page.
const kind = location.pathname.endsWith('/recurrences.shtml') ? 'Pulse' : 'Interval'

startPage({
  titleId: TEXTS[kind].title,
  languages,
  Page: ({ about }) => <SchedulesPage kind={kind} about={about} />,
})
