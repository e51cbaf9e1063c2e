/** How the table of what can be found describes pages and fields. */
import type { Role } from '@lintel/contract/access'
import type { MessageId } from '@lintel/contract/messages'
import type { Condition, Viewpoint } from '../conditions.ts'

/** What the search finds besides page titles: keywords of a page, or its fields. */
interface Findable {
  /** Message ids of its keywords, each separated by commas. */
  keywords?: MessageId | readonly MessageId[]
  /** Well-known numbers of the ports that are set here or that its protocol uses. */
  ports?: readonly number[]
  /** The minimum role to find it; administrator by default. A §2 Search. */
  role?: Role
  /** A condition besides the page's own. */
  when?: Condition
}

/** One field of a page. */
export interface FieldEntry extends Findable {
  /**
   * The control's name on the page, or the `data-field` of another element. For a control that may
   * be hidden, the ones that reveal it follow: `server,source`.
   */
  field: string
  /** Message id of its label, from the page's area. */
  label: MessageId
  /** Message id of what explains it, if that is not the label's id with `.help`. */
  description?: MessageId
}

export interface PageEntry extends Findable {
  /** More keywords, of products that have what they name. */
  special?: readonly { keywords: MessageId; when: Condition }[]
  fields?: readonly FieldEntry[]
  /** For the form of one of several things: which ones there are. It is found as each of them. */
  each?: (device: Viewpoint) => readonly EachEntry[]
}

/** One of several things that have the same form. */
export interface EachEntry {
  /** The address of its form. */
  path: string
  /** As the device has it. */
  name: string
  fields: readonly FieldEntry[]
}
