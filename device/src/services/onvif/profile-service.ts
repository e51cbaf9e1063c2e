import {
  listMediaProfiles,
  removeMediaProfile,
  saveMediaProfile,
} from '@lintel/contract/calls/onvif-profiles'
import type { MediaProfileRow } from '@lintel/contract/calls/onvif-profiles'
import { Refusal } from '@lintel/contract/fault'
import { profileName } from '@lintel/contract/rules/media-profile'
import { serve, serveChange } from '@lintel/front-door/serve'
import { MEDIA_PROFILES_MAX } from '../../state/media-profiles.ts'
import type { MediaProfile } from '../../state/media-profiles.ts'
import type { Service } from '../service.ts'
import { versionOf } from '../version-of.ts'

/** The media profiles for the page that edits them. Own design. */
export const mediaProfileService: Service = ({ mediaProfiles: profiles, parameters }) => {
  function rowOf({ token, name, video, encoder, metadata }: MediaProfile): MediaProfileRow {
    const settings = encoder === undefined ? undefined : profiles.encoders().get(encoder)
    const shown = {
      name,
      video,
      events: metadata,
      ...(settings && {
        encoder: {
          resolution: settings.resolution,
          compression: settings.compression,
          fps: settings.fps,
        },
      }),
    }
    const others = profiles.all().filter((one) => one.token !== token && one.encoder === encoder)
    return {
      token,
      version: versionOf(shown),
      ...shown,
      sharedWith: encoder === undefined ? [] : others.map((one) => one.name),
    }
  }

  /** @throws Refusal `absent`, or `conflict` if it has another version by now */
  function known(token: string, version: string | undefined): MediaProfile {
    const found = profiles.find(token)
    if (!found) throw new Refusal('absent', 'There is no such media profile.')
    if (version !== undefined && rowOf(found).version !== version) {
      throw new Refusal('conflict', 'The media profile has changed.')
    }
    return found
  }

  return {
    calls: [
      serve(listMediaProfiles, () => ({
        profiles: profiles.all().map(rowOf),
        max: MEDIA_PROFILES_MAX,
      })),
      serveChange(saveMediaProfile, ({ token, version, name, video, events, encoder }) => {
        if (profileName(name)) {
          throw new Refusal('invalid', 'A name must have 1 to 64 characters.')
        }
        const sizes = parameters.get('root.Properties.Image.Resolution')
        if (encoder && !sizes.includes(encoder.resolution)) {
          throw new Refusal('invalid', 'The camera does not have this resolution.')
        }
        const before = token === undefined ? undefined : known(token, version)
        if (!before && profiles.all().length >= MEDIA_PROFILES_MAX) {
          const message = `The device keeps at most ${MEDIA_PROFILES_MAX} media profiles.`
          throw new Refusal('invalid', message)
        }
        const used = before?.encoder ?? profiles.freeEncoder()
        const profile = {
          name,
          video,
          metadata: events,
          ...(encoder ? { encoder: used } : {}),
        }
        return profiles.change(() => {
          const stored = before ? { ...profile, token: before.token } : profiles.add(profile)
          if (before) profiles.put({ ...profile, token: before.token })
          const settings = profiles.encoders().get(used)
          if (encoder && settings) profiles.putEncoder(used, { ...settings, ...encoder })
          return { token: stored.token }
        })
      }),
      serveChange(removeMediaProfile, ({ token, version }) => {
        profiles.remove(known(token, version).token)
        return {}
      }),
    ],
  }
}
