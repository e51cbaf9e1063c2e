import { randomUUID } from 'node:crypto'
import type { AnswerOf, RequestOf } from '@lintel/contract/call'
import type { getAudioSiteGroups, saveAudioSite } from '@lintel/contract/calls/audio'
import { Refusal } from '@lintel/contract/fault'
import type { Platform } from '../../platform.ts'
import { openRecord } from '../../state/records.ts'

/** An audio site: devices that belong together, and the people who may control them. */
export interface Site {
  id: string
  name: string
  groups: AnswerOf<typeof getAudioSiteGroups>
}

/** The audio site that this device leads. */
export interface LedSite {
  /** Undefined if it leads none. */
  get(): Site | undefined
  /**
   * Creates the site or changes the given members, durably. Throws `Refusal` for a new one without
   * a name.
   */
  save(input: RequestOf<typeof saveAudioSite>): Site
  /** Throws `Refusal` if there is no site. */
  remove(): void
}

/** A product that ships as a leader has a site until somebody removes it. */
export function openLedSite({
  product,
  plugged,
  database,
}: Pick<Platform, 'product' | 'plugged' | 'database'>): LedSite {
  const record = openRecord<{ site: Site | null }>(database, 'audioSite')
  const factory: Site | null = product.audio?.siteLeader
    ? { id: plugged.serial, name: `${product.brand.shortName} site`, groups: [] }
    : null

  function get(): Site | undefined {
    return (record.get() ?? { site: factory }).site ?? undefined
  }

  return {
    get,
    save({ name, groups }) {
      const before = get()
      const called = name ?? before?.name
      if (called === undefined) throw new Refusal('missing', "Parameter 'name' is missing.")
      const site: Site = {
        id: before?.id ?? randomUUID(),
        name: called,
        groups: groups ?? before?.groups ?? [],
      }
      record.put({ site })
      return site
    },
    remove() {
      if (!get()) throw noSite()
      record.put({ site: null })
    },
  }
}

export const noSite = () => new Refusal('absent', 'There is no audio site.')
