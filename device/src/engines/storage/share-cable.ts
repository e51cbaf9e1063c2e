import type { ShareClient, ShareFiles } from './share-client.ts'
import { ShareFailure } from './share-failure.ts'

/** A client that reaches no server while the network cable is pulled out. */
export function overCable(client: ShareClient, cable: () => boolean): ShareClient {
  async function plugged<T>(work: () => Promise<T>): Promise<T> {
    if (!cable()) throw new ShareFailure('connect')
    return work()
  }
  return {
    open(server) {
      const files = client.open(server)
      return {
        usage: () => plugged(() => files.usage()),
        list: (folder) => plugged(() => files.list(folder)),
        write: (path, bytes) => plugged(() => files.write(path, bytes)),
        read: (path) => plugged(() => files.read(path)),
        remove: (path) => plugged(() => files.remove(path)),
        check: (watch) => plugged(() => files.check(watch)),
        tidy: () => plugged(() => files.tidy()),
        erase: (watch) => plugged(() => files.erase(watch)),
        close: () => files.close(),
      } satisfies ShareFiles
    },
  }
}
