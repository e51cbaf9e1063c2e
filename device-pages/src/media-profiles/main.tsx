import { startPage } from '../app/start.tsx'
import { languages } from './catalogues.ts?languages'
import { MediaProfiles } from './media-profiles.tsx'

startPage({
  titleId: 'ui.mediaProfiles',
  languages,
  groups: ['root.Properties.Image'],
  Page: MediaProfiles,
})
