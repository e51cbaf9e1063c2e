import { mayCall } from '@lintel/contract/access'
import { fold } from '@lintel/contract/fold'
import type { MessageId } from '@lintel/contract/messages'
import type { TextOf } from '@lintel/ui/i18n'
import type { Theme } from '@lintel/ui/theme'
import { DoorOpen, KeyRound, LogOut, Moon, Sun, SunMoon } from 'lucide-react'
import type { ComponentType } from 'react'
import { hasDoors } from '../../areas/io-ports/has-doors.ts'
import { mayOpen } from '../routing/page-table.ts'
import { hrefTo, paths } from '../routing/paths.ts'
import type { Viewpoint } from '../conditions.ts'
import { leave } from '../session/leave.ts'
import { phrasesIn, spokenTexts } from './find.ts'
import type { Findable } from './find.ts'

/** An action of the search, or a link to a page about the signed-in account. */
export interface Action extends Findable {
  id: string
  icon: ComponentType<{ size?: number }>
  kind: 'action'
  /** What it does, or where it leads. */
  act: (() => void | Promise<void>) | { href: string }
}

const THEMES = [
  { theme: 'light', icon: Sun },
  { theme: 'dark', icon: Moon },
  { theme: 'system', icon: SunMoon },
] as const

/**
 * The actions of this person. They can be undone at once, or ask first; anything that can do harm is
 * found as a place on its page instead.
 * @param user the signed-in account
 */
export function actionsFor(
  { viewpoint, user, theme }: { viewpoint: Viewpoint; user: string; theme: Theme },
  setTheme: (theme: Theme) => void,
  text: TextOf,
): Action[] {
  const action = (
    title: MessageId,
    words: MessageId,
    icon: Action['icon'],
    act: Action['act'],
  ): Action => ({
    id: title,
    title: text(title),
    kind: 'action',
    icon,
    act,
    spoken: spokenTexts([text(words)]),
    folded: {
      title: fold(text(title)),
      own: fold(`${text(title)},${text(words)}`),
      phrases: phrasesIn(text(words)),
      description: '',
      page: '',
      names: '',
      ports: [],
    },
  })
  // The overview shows the door, with its state: pressing the button there is up to the person.
  const opensDoors = mayCall('operator', viewpoint.groups, 'ready') && hasDoors(viewpoint) === true
  const isAdmin = mayOpen({ path: paths.users(), role: 'admin' }, viewpoint)
  return [
    ...(opensDoors
      ? [
          action('search.action.openDoor', 'search.words.door', DoorOpen, {
            href: `${hrefTo(paths.overview())}?field=doors`,
          }),
        ]
      : []),
    ...THEMES.filter((other) => other.theme !== theme).map((other) =>
      action(`search.action.${other.theme}`, `search.action.${other.theme}.words`, other.icon, () =>
        setTheme(other.theme),
      ),
    ),
    ...(isAdmin && user !== ''
      ? [
          action('account.changePassword', 'search.action.changePassword', KeyRound, {
            href: hrefTo(paths.editUser({ name: user })),
          }),
        ]
      : []),
    action('account.signOut', 'search.action.signOut', LogOut, leave),
  ]
}
