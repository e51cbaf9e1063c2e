import type { Role } from '@lintel/contract/access'
import type { Condition } from '../conditions.ts'
import { hasPtz, isDisplayFound, supportsIpv6 } from '../conditions.ts'

/** What the search finds beside the titles of pages: a page by other words, or one of its fields. */
interface Findable {
  /** Message id of the words, separated by commas, by which it is found too. */
  keywords?: string
  /** Who finds it; administrators, unless another role is named. A §2 Search. */
  role?: Role
  /** What is asked at run time, beside the condition of the page. */
  when?: Condition
}

/** One field of a page. */
export interface FieldEntry extends Findable {
  /**
   * The control's name on the page, or the `data-field` of what stands there. A control that may be
   * hidden is followed by those that bring it up: `server,source`.
   */
  field: string
  /** Message id of its label, in the words of the page. */
  label: string
}

export interface PageEntry extends Findable {
  /** Message id in the words of the page, for a part of a page that bears the title of the whole. */
  title?: string
  fields?: readonly FieldEntry[]
}

/** What can be found, by the path of its page. A page without an entry is not found. */
export const entries: Readonly<Record<string, PageEntry>> = {
  '/': {
    keywords: 'search.overview',
    role: 'viewer',
    fields: [
      { field: 'serial', label: 'overview.serial', role: 'viewer' },
      { field: 'ipv4', label: 'overview.ipv4', keywords: 'search.address', role: 'viewer' },
      {
        field: 'ipv6',
        label: 'overview.ipv6',
        keywords: 'search.address',
        role: 'viewer',
        when: supportsIpv6,
      },
      { field: 'firmware', label: 'overview.firmware', keywords: 'search.version', role: 'viewer' },
      { field: 'webApp', label: 'overview.webApp', keywords: 'search.version', role: 'viewer' },
    ],
  },
  '/camera': { keywords: 'search.camera', role: 'viewer' },
  '/datetime': {
    keywords: 'search.dateTime',
    fields: [
      { field: 'automatic', label: 'dateTime.automatic', keywords: 'search.ntp' },
      { field: 'source,automatic', label: 'dateTime.server', keywords: 'search.ntp' },
      { field: 'server,source,automatic', label: 'dateTime.ntpServer', keywords: 'search.ntp' },
      { field: 'date,automatic', label: 'dateTime.date' },
      { field: 'time,automatic', label: 'dateTime.time' },
    ],
  },
  '/datetime/zone': { title: 'dateTime.timeZone', keywords: 'search.timeZone' },
  '/display-config': { keywords: 'search.display', when: isDisplayFound },
  '/language': {
    keywords: 'search.language',
    role: 'viewer',
    fields: [{ field: 'language', label: 'language.ofDevice', role: 'viewer' }],
  },
  '/maintenance': {
    keywords: 'search.maintenance',
    fields: [
      {
        field: 'restart',
        label: 'maintenance.restartTitle',
        keywords: 'search.restart',
      },
    ],
  },
  '/plainconfig': { keywords: 'search.plainConfig' },
  '/users': { keywords: 'search.users' },
  '/users/add': {
    keywords: 'search.newUser',
    fields: [
      { field: 'name', label: 'users.name' },
      { field: 'role', label: 'users.role', keywords: 'search.role' },
      { field: 'ptz', label: 'users.ptzControl', when: hasPtz },
      { field: 'password', label: 'users.password' },
      { field: 'passwordRepeat', label: 'users.passwordRepeat' },
    ],
  },
}
